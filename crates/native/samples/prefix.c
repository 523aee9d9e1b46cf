// A target in C that compares texts that do not end: the first byte always decides. One is at the end of the memory that can be read.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// A multiple of the size of a page.
#define PAGE 65536

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0 || data[0] == 'k') return 0;
  char *copy = malloc(size);
  if (!copy) return 0;
  memcpy(copy, data, size);
  int order = strncmp(copy, "keyword", 7);
  free(copy);
  static char *pages;
  if (!pages) {
    pages = mmap(0, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + PAGE, PAGE, PROT_NONE) != 0) abort();
  }
  char *last = pages + PAGE - 1;
  *last = (char)data[0];
  order += strncmp(last, "keyword", 7);
  return order > 0;
}
