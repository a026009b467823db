//@ run: verify tests/verify/units/input/types.c %s --property unreach-call
struct pair { int a; int b; };
long narrow = 1; //~ error[E0261]: disagree about the type of `narrow`
void take(struct pair *p, int n)
{
    p->a = n;
}
int sign = 1; //~ warning[W0261]: disagree about the type of `sign`
char text[] = "abc"; //~ error[E0261]: disagree about the type of `text`
void takes_two(int a) {} //~ error[E0261]: disagree about the type of `takes_two`
