// Three equalities in one branch: compilers combine their outcomes, and no input fulfils one alone and takes another branch for it.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint64_t words[3];
  if (size < sizeof words) return 0;
  memcpy(words, data, sizeof words);
  if ((words[0] == 0x123456789) & (words[1] == 0x89abcdef77) & (words[2] == 0xcafebabe1234)) abort();
  return 0;
}
