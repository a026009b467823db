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

static unsigned char lower(char c)
{
    unsigned char byte = (unsigned char)c;
    return byte >= 65 && byte <= 90 ? (unsigned char)(byte + 32) : byte;
}

int strncasecmp(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    while (i < n && a[i] != 0 && lower(a[i]) == lower(b[i]))
        i++;
    if (i == n)
        return 0;
    return order(lower(a[i]), lower(b[i]));
}
