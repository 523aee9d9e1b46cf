// A target in C that goes wrong outside of its function, in the way that the variable `OUTSIDE` names.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is(const char *what) {
  const char *variable = getenv("OUTSIDE");
  return variable && strcmp(variable, what) == 0;
}

static void crash(void) { abort(); }

int LLVMFuzzerInitialize(int *count, char ***words) {
  (void)count, (void)words;
  if (is("exit")) atexit(crash);
  while (is("begin")) sleep(1);
  return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
  while (is("mutator")) sleep(1);
  if (size < most && seed % 4 == 0) data[size++] = 0;
  if (size > 0) data[seed % size] = (uint8_t)(seed >> 8);
  return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char *volatile lost;
  if (is("leak")) lost = malloc(10);
  return size > 1 && data[0] == 'a' && data[1] > 100;
}
