extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

/* 48 bits below one. */
static double below_one(void)
{
    unsigned high = __VERIFIER_nondet_uint();
    unsigned short low = __VERIFIER_nondet_ushort();
    return ((double)high + (double)low / 65536.0) / 4294967296.0;
}

double drand48(void)
{
    return below_one();
}

double erand48(unsigned short state[3])
{
    for (int i = 0; i < 3; i++)
        state[i] = __VERIFIER_nondet_ushort();
    return below_one();
}

long lrand48(void)
{
    return (long)(__VERIFIER_nondet_uint() >> 1);
}

long nrand48(unsigned short state[3])
{
    for (int i = 0; i < 3; i++)
        state[i] = __VERIFIER_nondet_ushort();
    return (long)(__VERIFIER_nondet_uint() >> 1);
}

long mrand48(void)
{
    return (long)(int)__VERIFIER_nondet_uint();
}

void srand48(long seed)
{
}
