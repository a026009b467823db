/* The environment: a string of any content for each name, or none. The first call of `getenv` is a
   choice of the environment; later ones depend on it by their names, which is not modelled: a proof
   takes every way it can be. The kernel passes no string of 128 KiB or more. */
typedef __typeof__(sizeof 0) size_t;
extern size_t strlen(const char *);
extern char *strchr(const char *, int);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern int __linchpin_unmodelled_int(void);
extern void __linchpin_any_bytes(void *, size_t);
extern void __linchpin_unsupported(const char *);
extern int *__errno_location(void);

static char room_of_environment[131072];
static char another_room_of_environment[131072];
static char *first;
static int n_calls;
static _Bool is_changed;

/* Strings that the program has made part of the environment. */
static char *put[8];
static int n_put;

/* Bytes around the string are nobody's: it stands at one end of the room or at the other, so that
   whoever leaves it on either side leaves the room somewhere. */
static char *any_string(char *room)
{
    unsigned char choice = __VERIFIER_nondet_uchar();
    size_t length = choice != 171 ? choice : __VERIFIER_nondet_uint() % 131072;
    char *string = __VERIFIER_nondet_bool() ? room : room + (131071 - length);
    __linchpin_any_bytes(string, length);
    string[length] = 0;
    return string;
}

/* Of a name that can be read. */
char *__linchpin_getenv(void)
{
    if (is_changed || n_calls > 1)
        __linchpin_unsupported("`getenv` behind a change of the environment, or often");
    n_calls++;
    if (n_calls == 1) {
        first = any_string(room_of_environment);
        return __VERIFIER_nondet_bool() ? first : 0;
    }
    int choice = __linchpin_unmodelled_int() & 3;
    if (choice == 0)
        return 0;
    return choice == 1 ? first : any_string(another_room_of_environment);
}

char *getenv(const char *name)
{
    strlen(name);
    return __linchpin_getenv();
}

char *secure_getenv(const char *name)
{
    return getenv(name);
}

static int done(void)
{
    if (!__VERIFIER_nondet_bool()) {
        is_changed = 1;
        return 0;
    }
    *__errno_location() = 12;
    return -1;
}

/* No variable has this name. */
static int is_no_name(const char *name)
{
    if (name != 0 && *name != 0 && strchr(name, 61) == 0)
        return 0;
    *__errno_location() = 22;
    return 1;
}

int setenv(const char *name, const char *value, int replace)
{
    if (is_no_name(name))
        return -1;
    strlen(value);
    return done();
}

int unsetenv(const char *name)
{
    return is_no_name(name) ? -1 : done();
}

int putenv(char *string)
{
    strlen(string);
    if (n_put == 8)
        __linchpin_unsupported("more than eight strings in the environment");
    put[n_put] = string;
    n_put++;
    is_changed = 1;
    return 0;
}

int clearenv(void)
{
    return done();
}
