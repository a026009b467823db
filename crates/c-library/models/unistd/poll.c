/* Waiting for files: which of them are ready is any choice. */
typedef __typeof__(sizeof 0) size_t;
extern void __linchpin_set_errno(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int failed(void)
{
    __linchpin_set_errno();
    return -1;
}

struct pollfd {
    int fd;
    short events;
    short revents;
};

/* Errors, hang-ups and closed files are told unasked. */
int poll(struct pollfd *files, unsigned long n, int timeout)
{
    if (__VERIFIER_nondet_bool())
        return failed();
    int ready = 0;
    for (unsigned long i = 0; i < n; i++) {
        short asked = files[i].events | 0x38;
        files[i].revents = files[i].fd < 0 ? 0 : (short)(__VERIFIER_nondet_ushort() & asked);
        ready += files[i].revents != 0;
    }
    return ready;
}

struct timeval {
    long tv_sec;
    long tv_usec;
};

typedef struct {
    unsigned long words[1024 / (8 * sizeof(long))];
} fd_set;

/* Of the files that were asked about, those that are ready stay. */
static int kept(fd_set *files, int n)
{
    int ready = 0;
    for (int file = 0; files != 0 && file < n; file++) {
        unsigned long *word = &files->words[file / (int)(8 * sizeof(long))];
        unsigned long bit = 1ul << file % (int)(8 * sizeof(long));
        if ((*word & bit) == 0)
            continue;
        if (__VERIFIER_nondet_bool())
            ready++;
        else
            *word &= ~bit;
    }
    return ready;
}

int select(int n, fd_set *to_read, fd_set *to_write, fd_set *special, struct timeval *timeout)
{
    if (n < 0 || n > 1024 || __VERIFIER_nondet_bool())
        return failed();
    if (timeout != 0) {
        /* The kernel tells what is left of it. */
        long seconds = __VERIFIER_nondet_long();
        timeout->tv_sec = seconds < 0 || seconds > timeout->tv_sec ? 0 : seconds;
        timeout->tv_usec = (long)(__VERIFIER_nondet_uint() % 1000000);
    }
    return kept(to_read, n) + kept(to_write, n) + kept(special, n);
}
