/* A thread that sleeps goes on at some time, which cannot be told from one that is slow. */
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct timespec {
    long tv_sec;
    long tv_nsec;
};

int thrd_sleep(const struct timespec *asked, struct timespec *left)
{
    struct timespec wanted = *asked;
    if (!__VERIFIER_nondet_bool())
        return 0;
    if (left != 0) {
        left->tv_sec = wanted.tv_sec;
        left->tv_nsec = (long)(__VERIFIER_nondet_uint() % 1000000000);
    }
    return -1;
}
