typedef __typeof__(sizeof 0) size_t;
extern size_t strlen(const char *);
extern _Bool __VERIFIER_nondet_bool(void);
extern int *__errno_location(void);

static int done(void)
{
    if (!__VERIFIER_nondet_bool())
        return 0;
    *__errno_location() = 12;
    return -1;
}

int setenv(const char *name, const char *value, int replace)
{
    strlen(name);
    strlen(value);
    return done();
}

int unsetenv(const char *name)
{
    strlen(name);
    return done();
}

int clearenv(void)
{
    return done();
}
