//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The only run fails after some millions of steps.
extern void reach_error(void);

int main(void) {
  unsigned x = 0x00fffff1;
  while (x > 4) x -= 5;
  if (x != 2) reach_error(); //~ violated unreach-call
  return 0;
}
