typedef __typeof__(sizeof 0) size_t;
extern void __linchpin_set_errno(void);
extern size_t strlen(const char *);
extern _Bool __VERIFIER_nondet_bool(void);

static int done(void)
{
    if (!__VERIFIER_nondet_bool())
        return 0;
    __linchpin_set_errno();
    return -1;
}

int remove(const char *path)
{
    strlen(path);
    return done();
}

int rename(const char *from, const char *to)
{
    strlen(from);
    strlen(to);
    return done();
}

int unlink(const char *path)
{
    strlen(path);
    return done();
}

int rmdir(const char *path)
{
    strlen(path);
    return done();
}

int mkdir(const char *path, unsigned mode)
{
    strlen(path);
    return done();
}

int chdir(const char *path)
{
    strlen(path);
    return done();
}

int chmod(const char *path, unsigned mode)
{
    strlen(path);
    return done();
}

int access(const char *path, int mode)
{
    strlen(path);
    return done();
}

int link(const char *from, const char *to)
{
    strlen(from);
    strlen(to);
    return done();
}

int symlink(const char *from, const char *to)
{
    strlen(from);
    strlen(to);
    return done();
}

int truncate(const char *path, long length)
{
    strlen(path);
    return done();
}
