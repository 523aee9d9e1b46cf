// A target in C with company: a child process, and a library that is loaded while the program runs.
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef LATE
int late(uint8_t byte) { return byte == 'l' ? 1 : 2; }
#else
static volatile int seen;
static __attribute__((noinline)) int child(uint8_t byte) {
  if (byte % 2) seen = 3;
  return 4;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 3) return 0;
  if (data[0] == 'f') {
    pid_t process = fork();
    if (process == 0) _exit(child(data[1]));
    int status = 0;
    if (process > 0) waitpid(process, &status, 0);
    if (status && data[2] == 'g') return 1;
  }
  if (data[0] == 'd') {
    void *library = dlopen(getenv("LATE"), RTLD_NOW);
    int (*function)(uint8_t) = library ? (int (*)(uint8_t))dlsym(library, "late") : 0;
    if (function && function(data[1]) == 1 && data[2] == 'h') abort();
  }
  return 0;
}
#endif
