typedef __typeof__(sizeof 0) size_t;
extern size_t strlen(const char *);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int *__errno_location(void);

static int done(void)
{
    if (!__VERIFIER_nondet_bool())
        return 0;
    int error = __VERIFIER_nondet_int();
    *__errno_location() = error <= 0 ? 2 : error;
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
