// A target in C that compares texts that do not end: the first byte always decides.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0 || data[0] == 'k') return 0;
  char *copy = malloc(size);
  if (!copy) return 0;
  memcpy(copy, data, size);
  int order = strncmp(copy, "keyword", 7);
  free(copy);
  return order > 0;
}
