// A target in C that reads beyond the end of its memory, which only a sanitizer notices.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 6 || memcmp(data, "over", 4) != 0) return 0;
  uint8_t *copy = malloc(size);
  if (!copy) return 0;
  memcpy(copy, data, size);
  volatile uint8_t last = copy[data[4] == 'x' ? size : size - 1];
  volatile int compared = memcmp(copy, data, data[5] == 'y' ? size + 1 : size);
  (void)last;
  (void)compared;
  free(copy);
  return 0;
}
