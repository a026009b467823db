/* What the system tells of itself, its limits and what was used. */
typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ssize_t;
extern void __linchpin_set_errno(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __linchpin_any_bytes(void *, size_t);
extern int __linchpin_unmodelled_int(void);

static int failed(void)
{
    __linchpin_set_errno();
    return -1;
}

struct utsname {
    char texts[6][65];
};

int uname(struct utsname *to)
{
    for (int i = 0; i < 6; i++) {
        size_t n = __VERIFIER_nondet_uchar() % 65;
        __linchpin_any_bytes(to->texts[i], sizeof to->texts[i]);
        to->texts[i][n] = 0;
    }
    return 0;
}

struct rlimit {
    unsigned long rlim_cur;
    unsigned long rlim_max;
};

int getrlimit(int resource, struct rlimit *to)
{
    if (__VERIFIER_nondet_bool())
        return failed();
    to->rlim_max = __VERIFIER_nondet_ulong();
    unsigned long now = __VERIFIER_nondet_ulong();
    to->rlim_cur = now <= to->rlim_max ? now : to->rlim_max;
    return 0;
}

int setrlimit(int resource, const struct rlimit *from)
{
    struct rlimit read = *from;
    return __VERIFIER_nondet_bool() ? failed() : 0;
}

struct moment {
    long seconds;
    long microseconds;
};

struct rusage {
    struct moment user;
    struct moment system;
    long numbers[14];
};

static void set_moment(struct moment *to)
{
    to->seconds = (long)(__VERIFIER_nondet_ulong() & (unsigned long)-1 >> 1);
    to->microseconds = (long)(__VERIFIER_nondet_uint() % 1000000);
}

int getrusage(int who, struct rusage *to)
{
    if (__VERIFIER_nondet_bool())
        return failed();
    set_moment(&to->user);
    set_moment(&to->system);
    for (int i = 0; i < 14; i++)
        to->numbers[i] = (long)(__VERIFIER_nondet_ulong() & (unsigned long)-1 >> 1);
    return 0;
}

struct tms {
    long times[4];
};

long times(struct tms *to)
{
    if (to != 0)
        for (int i = 0; i < 4; i++)
            to->times[i] = (long)(__VERIFIER_nondet_ulong() & (unsigned long)-1 >> 1);
    return __VERIFIER_nondet_long();
}

/* Random bytes: what is asked for, a part of it where a signal comes. */
ssize_t getrandom(void *to, size_t size, unsigned flags)
{
    if (__VERIFIER_nondet_bool())
        return failed();
    size_t n = (size_t)__VERIFIER_nondet_ulong();
    if (n > size || size <= 256)
        n = size;
    if (n > 0x7fffffff)
        n = 0x7fffffff;
    if (n > 0)
        __linchpin_any_bytes(to, n);
    return (ssize_t)n;
}

int getentropy(void *to, size_t size)
{
    if (size > 256 || __VERIFIER_nondet_bool())
        return failed();
    if (size > 0)
        __linchpin_any_bytes(to, size);
    return 0;
}

unsigned arc4random(void)
{
    return __VERIFIER_nondet_uint();
}

unsigned arc4random_uniform(unsigned below)
{
    unsigned number = __VERIFIER_nondet_uint();
    return number < below ? number : 0;
}

void arc4random_buf(void *to, size_t size)
{
    if (size > 0)
        __linchpin_any_bytes(to, size);
}
