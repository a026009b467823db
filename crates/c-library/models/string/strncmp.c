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

int strncmp(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    while (i < n && a[i] != 0 && a[i] == b[i])
        i++;
    if (i == n)
        return 0;
    return order((unsigned char)a[i], (unsigned char)b[i]);
}
