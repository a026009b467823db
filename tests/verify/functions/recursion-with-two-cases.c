//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The contract has two cases, and the call inside the call needs both.
extern void reach_error(void);
extern int input(void);

static int settle(int x) {
  if (x > 40) return x - 5;
  return settle(settle(x + 6));
}

int main(void) {
  int x = input();
  int y = settle(x);
  if (x <= 40 && y != 36) reach_error();
  if (x > 40 && y != x - 5) reach_error();
  return 0;
}
