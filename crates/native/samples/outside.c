// A target in C that does what only matters outside of its function, or that prints: the variable `OUTSIDE` says what.
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int is(const char *what) {
  const char *variable = getenv("OUTSIDE");
  return variable && strcmp(variable, what) == 0;
}

static void crash(void) { abort(); }

// Before anything else, in each process.
__attribute__((constructor)) static void start(void) {
  if (is("slow")) sleep(2);
}

// As a build does that puts another program in the place of this one.
static void replace(void) {
  static char path[4096];
  if (path[0] == 0 && readlink("/proc/self/exe", path, sizeof path - 1) > 0) unlink(path);
}

int LLVMFuzzerInitialize(int *count, char ***words) {
  (void)count, (void)words;
  if (is("exit")) atexit(crash);
  while (is("begin")) sleep(1);
  return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
  while (is("mutator")) sleep(1);
  if (is("almost")) usleep(500000);
  if (is("leave")) _exit(0);
  if (size < most && seed % 4 == 0) data[size++] = 0;
  if (size > 0) data[seed % size] = (uint8_t)(seed >> 8);
  return size;
}

// Ends a helper by a signal that helpers do not ignore.
static void help(int is_program) {
  pid_t helper = fork();
  if (helper == 0 && is_program) execlp("sleep", "sleep", "100", (char *)0);
  while (helper == 0) pause();
  usleep(50000);
  kill(helper, SIGTERM);
  waitpid(helper, 0, 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char *volatile lost;
  if (is("replace")) replace();
  if ((is("replace") || is("slow")) && size > 0 && data[0] == 'a') abort();
  while (is("hang")) sleep(1);
  if (is("almost") && size > 0) {
    static int times = 1;
    if (times-- > 0) usleep(9800000);
  }
  if (is("long")) {
    for (volatile int step = 0; step < 20000000; ++step) {}
  }
  if (is("leak")) lost = malloc(10);
  if (is("helper") && size > 0) {
    static int helps = 2;
    if (helps > 0) help(--helps);
  }
  if (is("print")) {
    int crashes = size > 1 && data[0] == 'a';
    // It crashes without a word, but has said something of every other input.
    if (!crashes) fprintf(stderr, "an input of %zu bytes\n", size);
    if (crashes) abort();
  }
  if (is("quote") && size > 1 && data[0] == 'a') {
    fprintf(stderr, "a bad byte: %d\n", data[1]);
    abort();
  }
  if (is("memory")) {
    // Half a second with a gigabyte.
    static char *volatile much;
    much = malloc(1 << 30);
    if (much) memset(much, 1, 1 << 30);
    usleep(500000);
    free(much);
  }
  return size > 1 && data[0] == 'a' && data[1] > 100;
}
