//@ run: verify %s --witness %t.yml --property unreach-call
//@ truth: holds
//@ verdict: true
//@ shows: invariant x == y
//@ run: check %t.yml %s
//@ verdict: true
//@ shows: the invariant `x == y` holds
// The invariant that the proof rests on goes through the file and is proved again.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
        x++;
        y++;
    }
    if (x != y)
        reach_error();
    return 0;
}
