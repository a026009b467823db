//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Each link is read as a number too, so what it leads to is exposed; exposing the first merges the
// second with the memory outside, while both are being looked at.
extern void reach_error(void);
struct record { int a, b, c, d; struct record *next; };
extern struct record *outside(void);
union link { union link *to; unsigned long number; };
union link first, second, third;

int main(void) {
  struct record *record = outside();
  record->a = 1;
  record->b = record->c;
  record->d = 2;
  record->next = record;
  first.to = &second;
  second.to = &third;
  third.to = &first;
  if (first.number == 0 || second.number == 0 || third.number == 0) reach_error();
  return 0;
}
