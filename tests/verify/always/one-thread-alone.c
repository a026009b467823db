//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A program without threads has moments, too: behind each write.
extern int __VERIFIER_nondet_int(void);
static int low, high = 10;
//@ invariant 0 <= low <= high;

int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        if (low < high)
            low++;
    return 0;
}
