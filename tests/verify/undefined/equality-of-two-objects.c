//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// Whether two pointers are equal may always be asked.

static int a[4], b[4];

int main(void)
{
    int *p = a, *q = b;
    return p == q;
}
