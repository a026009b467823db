/* What is done about signals, as long as no handler of the program's is set: that is not modelled. */
typedef __typeof__(sizeof 0) size_t;
extern void __linchpin_set_errno_to(int);
extern void __linchpin_unsupported(const char *);
extern void __linchpin_unmodelled_bytes(void *, size_t);
extern int __linchpin_unmodelled_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

typedef void (*handler)(int);

/* 0 is not looked at yet, else one more than what `signal` says. Who started the program may have had
   some signals ignored. */
static char kept[65];

static int fails(void)
{
    __linchpin_set_errno_to(22);
    return 1;
}

static int is_invalid(int number)
{
    return number < 1 || number > 64 || number == 32 || number == 33;
}

static unsigned long now(int number)
{
    if (kept[number] == 0)
        kept[number] = 1 + (number != 9 && number != 19 && __VERIFIER_nondet_bool());
    return (unsigned long)(kept[number] - 1);
}

static void set(int number, unsigned long to)
{
    if (to > 1)
        __linchpin_unsupported("a signal with a handler");
    kept[number] = (char)(to + 1);
}

handler signal(int number, handler to)
{
    if (is_invalid(number) || number == 9 || number == 19)
        return fails() ? (handler)-1l : 0;
    unsigned long before = now(number);
    set(number, (unsigned long)to);
    return (handler)before;
}

struct sigaction {
    handler handler;
    unsigned long mask[128 / sizeof(long)];
    int flags;
    void (*restorer)(void);
};

/* With which signals held back it would be handled is not modelled. */
int sigaction(int number, const struct sigaction *from, struct sigaction *to)
{
    if (is_invalid(number) || (from != 0 && (number == 9 || number == 19)))
        return fails() ? -1 : 0;
    unsigned long wanted = from == 0 ? 0 : (unsigned long)from->handler;
    unsigned long before = now(number);
    if (from != 0)
        set(number, wanted);
    if (to != 0) {
        to->handler = (handler)before;
        __linchpin_unmodelled_bytes(to->mask, sizeof to->mask);
        to->flags = __linchpin_unmodelled_int();
    }
    return 0;
}

/* Signals that are held back come later or never. */
static int masked(int how, const void *from, unsigned long *to)
{
    if (from != 0) {
        unsigned long first = *(const unsigned long *)from;
        if (how < 0 || how > 2)
            return 22;
    }
    if (to != 0)
        __linchpin_unmodelled_bytes(to, 128);
    return 0;
}

int sigprocmask(int how, const unsigned long *from, unsigned long *to)
{
    int error = masked(how, from, to);
    if (error == 0)
        return 0;
    __linchpin_set_errno_to(error);
    return -1;
}

int pthread_sigmask(int how, const unsigned long *from, unsigned long *to)
{
    return masked(how, from, to);
}
