/* Numbers of the process, and waiting. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

int getpid(void)
{
    int id = __VERIFIER_nondet_int();
    return id <= 0 ? 1 : id;
}

int getppid(void)
{
    int id = __VERIFIER_nondet_int();
    return id < 0 ? 1 : id;
}

unsigned sleep(unsigned seconds)
{
    unsigned left = __VERIFIER_nondet_uint();
    return left > seconds ? 0 : left;
}

int usleep(unsigned microseconds)
{
    return __VERIFIER_nondet_bool() ? -1 : 0;
}

int getpagesize(void)
{
    return 4096;
}
