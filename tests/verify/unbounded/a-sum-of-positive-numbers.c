//@ run: verify %s --ints unbounded
//@ verdict: true
//@ shows: integers are mathematical: overflow is not considered (`--ints unbounded`)
// A sum of positive numbers is positive, unless it wraps: on the machine this fails for large `n`.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), i = 0, sum = 0;
    if (n < 0)
        return 0;
    while (i < n) {
        i++;
        sum += i;
    }
    if (sum < 0)
        reach_error();
    return 0;
}
