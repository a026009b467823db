/* The attributes of a mutex: its kind, in the first int. Priorities and processes that share it change
   nothing here; what a holder that has ended leaves behind (robust mutexes) is not modelled. */
extern void __linchpin_unsupported(const char *);

enum { INVALID = 22 };

int pthread_mutexattr_init(int *attributes)
{
    *attributes = 0;
    return 0;
}

int pthread_mutexattr_destroy(int *attributes)
{
    return 0;
}

/* Plain, recursive, error-checking, adaptive: the last is a plain one that spins. */
int pthread_mutexattr_settype(int *attributes, int kind)
{
    if (kind < 0 || kind > 3)
        return INVALID;
    *attributes = kind;
    return 0;
}

int pthread_mutexattr_gettype(const int *attributes, int *kind)
{
    *kind = *attributes;
    return 0;
}

int pthread_mutexattr_setpshared(int *attributes, int shared)
{
    return shared < 0 || shared > 1 ? INVALID : 0;
}

int pthread_mutexattr_setprotocol(int *attributes, int protocol)
{
    return protocol < 0 || protocol > 2 ? INVALID : 0;
}

int pthread_mutexattr_setrobust(int *attributes, int robust)
{
    if (robust != 0)
        __linchpin_unsupported("a robust mutex");
    return 0;
}
