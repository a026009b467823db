/* Files, processes and their owners: it is done, or it fails. */
typedef __typeof__(sizeof 0) size_t;
extern void __linchpin_set_errno(void);
extern void __linchpin_set_errno_to(int);
extern void __linchpin_unsupported(const char *);
extern size_t strlen(const char *);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int done(void)
{
    if (!__VERIFIER_nondet_bool())
        return 0;
    __linchpin_set_errno();
    return -1;
}

static int number(void)
{
    int number = __VERIFIER_nondet_int();
    return number < 0 ? done() : number;
}

int chown(const char *path, unsigned user, unsigned group)
{
    strlen(path);
    return done();
}

int lchown(const char *path, unsigned user, unsigned group)
{
    strlen(path);
    return done();
}

int fchown(int file, unsigned user, unsigned group)
{
    return done();
}

int fchmod(int file, unsigned mode)
{
    return done();
}

int fchdir(int file)
{
    return done();
}

int mkfifo(const char *path, unsigned mode)
{
    strlen(path);
    return done();
}

int faccessat(int folder, const char *path, int mode, int flags)
{
    strlen(path);
    return done();
}

int mkdirat(int folder, const char *path, unsigned mode)
{
    strlen(path);
    return done();
}

int unlinkat(int folder, const char *path, int flags)
{
    strlen(path);
    return done();
}

int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
    strlen(from);
    strlen(to);
    return done();
}

int openat(int folder, const char *path, int flags, ...)
{
    strlen(path);
    return number();
}

int fdatasync(int file)
{
    return done();
}

void sync(void)
{
}

int lockf(int file, int command, long length)
{
    return done();
}

int flock(int file, int operation)
{
    return done();
}

/* Locks are told in memory, which is not modelled. */
int fcntl(int file, int command, ...)
{
    if (command < 0 || command > 4)
        __linchpin_unsupported("`fcntl` for anything but descriptors and their flags");
    return number();
}

int pipe2(int files[2], int flags)
{
    extern int pipe(int *);
    return pipe(files);
}

int setpgid(int process, int group)
{
    return done();
}

int getpgrp(void)
{
    int group = __VERIFIER_nondet_int();
    return group <= 0 ? 1 : group;
}

int setsid(void)
{
    int session = __VERIFIER_nondet_int();
    if (session > 0)
        return session;
    __linchpin_set_errno_to(1);
    return -1;
}

/* Waiting: which process has ended, and how. */
int waitpid(int process, int *status, int options)
{
    int which = __VERIFIER_nondet_int();
    if (which < 0) {
        __linchpin_set_errno();
        return -1;
    }
    if (which == 0)
        which = (options & 1) != 0 ? 0 : 1;
    if (which != 0 && process > 0)
        which = process;
    if (which != 0 && status != 0) {
        int how = __VERIFIER_nondet_int() & 0xffff;
        /* By exiting, or by a signal. */
        *status = (how & 0x7f) == 0 ? how & 0xff00 : (how & 0x7f) == 0x7f ? 0x137f : how & 0xff;
    }
    return which;
}

int wait(int *status)
{
    return waitpid(-1, status, 0);
}
