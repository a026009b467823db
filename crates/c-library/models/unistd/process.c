/* Numbers of the process, and waiting. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __linchpin_set_errno(void);

static int own;

/* The same at every call. */
int getpid(void)
{
    if (own == 0) {
        int id = __VERIFIER_nondet_int();
        own = id <= 0 ? 1 : id;
    }
    return own;
}

/* Another process may take over. */
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
    if (!__VERIFIER_nondet_bool())
        return 0;
    __linchpin_set_errno();
    return -1;
}

int getpagesize(void)
{
    return 4096;
}
