typedef __typeof__(sizeof 0) size_t;
extern unsigned __VERIFIER_nondet_uint(void);

/* Any number of the right sign; which one, C leaves open. */
static int order(unsigned char a, unsigned char b)
{
    if (a == b)
        return 0;
    int any = (int)(__VERIFIER_nondet_uint() >> 1);
    if (a < b)
        return -1 - any;
    return any == 0 ? 1 : any;
}

int strcmp(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] != 0 && a[i] == b[i])
        i++;
    return order((unsigned char)a[i], (unsigned char)b[i]);
}
