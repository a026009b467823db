/* Read-write locks: the thread that writes, 0 if none does, and how many read. Which of several that
   wait comes next is open. */
extern int __linchpin_self(void);
extern void __linchpin_await(int);
extern void __linchpin_atomic_begin(void);
extern void __linchpin_atomic_end(void);
extern int __linchpin_asks_undefined(void);
extern void __linchpin_undefined(const char *);

enum { BUSY = 16, DEADLOCK = 35, TIMED_OUT = 110 };

struct rwlock {
    int writer;
    int readers;
};

int pthread_rwlock_init(void *lock, const void *attributes)
{
    struct rwlock *own = lock;
    own->writer = 0;
    own->readers = 0;
    return 0;
}

int pthread_rwlock_destroy(void *lock)
{
    return 0;
}

/* A thread that writes already is told so, by the GNU C library. */
int pthread_rwlock_rdlock(void *lock)
{
    struct rwlock *own = lock;
    int self = __linchpin_self();
    __linchpin_atomic_begin();
    int writer = own->writer;
    if (writer == self) {
        __linchpin_atomic_end();
        return DEADLOCK;
    }
    __linchpin_await(writer == 0);
    own->readers++;
    __linchpin_atomic_end();
    return 0;
}

int pthread_rwlock_wrlock(void *lock)
{
    struct rwlock *own = lock;
    int self = __linchpin_self();
    __linchpin_atomic_begin();
    int writer = own->writer;
    if (writer == self) {
        __linchpin_atomic_end();
        return DEADLOCK;
    }
    __linchpin_await(writer == 0);
    __linchpin_await(own->readers == 0);
    own->writer = self;
    __linchpin_atomic_end();
    return 0;
}

static int read_at_once(struct rwlock *own, int failure)
{
    int self = __linchpin_self();
    int error = failure;
    __linchpin_atomic_begin();
    int writer = own->writer;
    if (writer == 0) {
        own->readers++;
        error = 0;
    } else if (writer == self && failure == TIMED_OUT) {
        error = DEADLOCK;
    }
    __linchpin_atomic_end();
    return error;
}

static int write_at_once(struct rwlock *own, int failure)
{
    int self = __linchpin_self();
    int error = failure;
    __linchpin_atomic_begin();
    int writer = own->writer;
    if (writer == 0) {
        if (own->readers == 0) {
            own->writer = self;
            error = 0;
        }
    } else if (writer == self && failure == TIMED_OUT) {
        error = DEADLOCK;
    }
    __linchpin_atomic_end();
    return error;
}

int pthread_rwlock_tryrdlock(void *lock)
{
    return read_at_once(lock, BUSY);
}

int pthread_rwlock_trywrlock(void *lock)
{
    return write_at_once(lock, BUSY);
}

int pthread_rwlock_timedrdlock(void *lock, const void *until)
{
    return read_at_once(lock, TIMED_OUT);
}

int pthread_rwlock_timedwrlock(void *lock, const void *until)
{
    return write_at_once(lock, TIMED_OUT);
}

/* Who reads is not known by name: releasing a lock that others only read is not noticed. */
int pthread_rwlock_unlock(void *lock)
{
    struct rwlock *own = lock;
    int self = __linchpin_self();
    __linchpin_atomic_begin();
    int writer = own->writer;
    if (writer == 0) {
        int readers = own->readers;
        if (readers > 0)
            own->readers = readers - 1;
        else
            __linchpin_undefined("a read-write lock that is released is held");
    } else {
        if (writer != self)
            __linchpin_undefined("a read-write lock is released by the thread that holds it");
        own->writer = 0;
    }
    __linchpin_atomic_end();
    return 0;
}

int pthread_rwlockattr_init(void *attributes)
{
    return 0;
}

int pthread_rwlockattr_destroy(void *attributes)
{
    return 0;
}

int pthread_rwlockattr_setpshared(void *attributes, int shared)
{
    return 0;
}
