/* Spin locks: the thread that holds it, 0 if none does. That a thread spins while it waits cannot be
   seen. */
extern int __linchpin_self(void);
extern void __linchpin_await(int);
extern void __linchpin_atomic_begin(void);
extern void __linchpin_atomic_end(void);
extern int __linchpin_asks_undefined(void);
extern void __linchpin_undefined(const char *);

enum { BUSY = 16 };

int pthread_spin_init(int *lock, int shared)
{
    *lock = 0;
    return 0;
}

int pthread_spin_destroy(int *lock)
{
    return 0;
}

int pthread_spin_lock(int *lock)
{
    int self = __linchpin_self();
    __linchpin_atomic_begin();
    __linchpin_await(*lock == 0);
    *lock = self;
    __linchpin_atomic_end();
    return 0;
}

int pthread_spin_trylock(int *lock)
{
    int self = __linchpin_self();
    int error = BUSY;
    __linchpin_atomic_begin();
    if (*lock == 0) {
        *lock = self;
        error = 0;
    }
    __linchpin_atomic_end();
    return error;
}

int pthread_spin_unlock(int *lock)
{
    if (__linchpin_asks_undefined()) {
        int self = __linchpin_self();
        __linchpin_atomic_begin();
        if (*lock != self)
            __linchpin_undefined("a spin lock is released by the thread that holds it");
        __linchpin_atomic_end();
    }
    __linchpin_atomic_begin();
    *lock = 0;
    __linchpin_atomic_end();
    return 0;
}
