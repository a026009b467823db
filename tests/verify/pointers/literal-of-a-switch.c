//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The operand of a `switch` is inside the block that the statement is.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    int *p;
    switch (*(p = (int[]){ 1, 2 })) {
    case 1:
        n = p[1];
    }
    return *p; //~ violated valid-deref
}
