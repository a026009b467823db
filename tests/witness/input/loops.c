extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = 0, j = 0;
    for (unsigned k = 0; k < n; k++)
        i++;
    do j += 2; while (__VERIFIER_nondet_uint());
again:
    if (__VERIFIER_nondet_uint())
        goto again;
    for (;;) {
        if (i != n || j % 2 != 0)
            reach_error();
        if (__VERIFIER_nondet_uint())
            break;
    }
    return 0;
}
