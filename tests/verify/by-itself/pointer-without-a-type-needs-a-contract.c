//@ run: verify %s --function is_zero --cpu-time 20
//@ truth: holds
//@ verdict: unknown(inconclusive)
//@ shows: a contract of `is_zero` can say more: `//@ requires \valid((T *)p);`, where `T` is the type that is meant
// One byte is all that its type promises.
int is_zero(const void *p)
{
    return *(const int *)p == 0;
}
