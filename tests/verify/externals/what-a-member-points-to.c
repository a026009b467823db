//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A record leads to what its members point to.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct request { int id; int *status; };
extern void submit(struct request *);
int main(void)
{
    int status = 0;
    struct request r = {1, &status};
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    submit(&r);
    if (status == -5)
        reach_error(); //~ violated unreach-call
    return sum;
}
