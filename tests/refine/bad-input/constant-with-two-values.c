//@ run: refine %s tests/refine/bad-input/input/another-constant.c
//@ exit: 3
// The name alone does not say which of the two is meant.
//@ requires x < LIMIT; //~ error[E1107]: `LIMIT` is another constant in each program
//@ requires x < tgt.LIMIT && x < src.LIMIT;
enum { LIMIT = 3 };
int x;
void f(void)
{
    x = LIMIT;
}
