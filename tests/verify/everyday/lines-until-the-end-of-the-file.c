//@ run: verify %s --cpu-time 20
//@ truth: holds
//@ verdict: true
// Lines are counted as long as the stream says that there are more; the number of bytes that `fgets` writes is any.
#include <stdio.h>
int main(void) {
  char buf[128];
  unsigned lines = 0;
  while (!feof(stdin)) {
    if (fgets(buf, sizeof buf, stdin) == NULL) break;
    lines++;
  }
  if (ferror(stdin)) return 1;
  printf("%u\n", lines);
  return 0;
}
