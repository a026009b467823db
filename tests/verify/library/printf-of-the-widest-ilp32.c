//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
//@ model: ILP32
// Here `intmax_t` is `long long`.
extern int printf(const char *, ...);
int main(void)
{
    int a[2];
    printf("%jd %zu %td\n", 1LL, sizeof a, &a[1] - &a[0]);
    return 0;
}
