//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// An object that is const itself does not change.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void look(const int *);
static const int limit = 5;
int main(void)
{
    look(&limit);
    if (limit != 5)
        reach_error();
    return 0;
}
