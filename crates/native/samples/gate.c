// A target in C: a number, a text, a switch.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int is_open(const char *word) { return strcmp(word, "sesame") == 0; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint32_t magic;
  char word[9] = {0};
  if (size < 13) return 0;
  memcpy(&magic, data, 4);
  if (magic != 0xCAFEF00D) return 0;
  memcpy(word, data + 4, 8);
  if (!is_open(word)) return 0;
  switch (data[12]) {
    case 3: return 1;
    case 77: return 2;
    case 200: abort();
    default: return 3;
  }
}
