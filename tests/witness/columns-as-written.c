//@ run: verify %s --witness %t.yml --property unreach-call
//@ truth: holds
//@ verdict: true
//@ run: check %t.yml %s
//@ verdict: true
//@ shows: the invariant `x == y` holds [invariant] at
// Spaces and macros before the loop move it in the text that is read, not in what was written.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define   ZERO   (0  +  0)
int main(void)
{
    unsigned   x  =  ZERO,   y  =  ZERO;   while   (__VERIFIER_nondet_int())   {
        x++;
        y++;
    }
    if (x != y)
        reach_error();
    return 0;
}
