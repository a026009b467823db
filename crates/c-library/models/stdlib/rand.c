extern unsigned __VERIFIER_nondet_uint(void);

int rand(void)
{
    return (int)(__VERIFIER_nondet_uint() >> 1);
}

void srand(unsigned seed)
{
}

int rand_r(unsigned *seed)
{
    *seed = __VERIFIER_nondet_uint();
    return (int)(__VERIFIER_nondet_uint() >> 1);
}

long random(void)
{
    return (long)(__VERIFIER_nondet_uint() >> 1);
}

void srandom(unsigned seed)
{
}
