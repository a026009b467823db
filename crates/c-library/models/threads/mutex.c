/* Mutexes. The first int of the object is the thread that holds it, 0 if none does; so the static
   initialisers of the GNU C library and of musl mean free. The second one counts how often a
   recursive mutex was taken again, and only mutexes with a kind have it.

   Taking is one step: a thread that waits has not begun it. A lock with a time limit is taken if it
   is free when the thread looks; that it looks only once is no loss, since it may look at any time.
   Releasing what is not held makes a plain mutex free, as in the GNU C library. */
extern int __linchpin_self(void);
extern void __linchpin_await(int);
extern void __linchpin_atomic_begin(void);
extern void __linchpin_atomic_end(void);
extern int __linchpin_mutex_kind(void *);
extern void __linchpin_set_mutex_kind(void *, int);
extern int __linchpin_asks_undefined(void);
extern void __linchpin_undefined(const char *);
extern void __linchpin_unsupported(const char *);

/* Of Linux. */
enum { NOT_PERMITTED = 1, BUSY = 16, INVALID = 22, DEADLOCK = 35, TIMED_OUT = 110 };
enum { PLAIN = 0, RECURSIVE = 1, ERROR_CHECKING = 2 };

struct mutex {
    int holder;
    int again;
};

int pthread_mutex_init(void *mutex, const int *attributes)
{
    struct mutex *own = mutex;
    own->holder = 0;
    if (attributes != 0)
        __linchpin_set_mutex_kind(own, *attributes);
    else
        __linchpin_set_mutex_kind(own, PLAIN);
    return 0;
}

int pthread_mutex_destroy(void *mutex)
{
    struct mutex *own = mutex;
    if (__linchpin_asks_undefined()) {
        __linchpin_atomic_begin();
        if (own->holder != 0)
            __linchpin_undefined("a mutex that is destroyed is not held");
        __linchpin_atomic_end();
    }
    return 0;
}

int pthread_mutex_lock(void *mutex)
{
    struct mutex *own = mutex;
    int self = __linchpin_self();
    __linchpin_atomic_begin();
    if (__linchpin_mutex_kind(own) != PLAIN) {
        if (own->holder == self) {
            int error = DEADLOCK;
            if (__linchpin_mutex_kind(own) == RECURSIVE) {
                own->again++;
                error = 0;
            }
            __linchpin_atomic_end();
            return error;
        }
    }
    __linchpin_await(own->holder == 0);
    own->holder = self;
    __linchpin_atomic_end();
    return 0;
}

static int lock_at_once(void *mutex, int failure)
{
    struct mutex *own = mutex;
    int self = __linchpin_self();
    int error = failure;
    __linchpin_atomic_begin();
    int holder = own->holder;
    if (holder == 0) {
        own->holder = self;
        error = 0;
    } else if (__linchpin_mutex_kind(own) != PLAIN) {
        if (holder == self) {
            if (__linchpin_mutex_kind(own) == RECURSIVE) {
                own->again++;
                error = 0;
            } else if (failure == TIMED_OUT) {
                error = DEADLOCK;
            }
        }
    }
    __linchpin_atomic_end();
    return error;
}

int pthread_mutex_trylock(void *mutex)
{
    return lock_at_once(mutex, BUSY);
}

int pthread_mutex_timedlock(void *mutex, const void *until)
{
    return lock_at_once(mutex, TIMED_OUT);
}

int pthread_mutex_clocklock(void *mutex, int clock, const void *until)
{
    return lock_at_once(mutex, TIMED_OUT);
}

int pthread_mutex_unlock(void *mutex)
{
    struct mutex *own = mutex;
    if (__linchpin_mutex_kind(own) != PLAIN) {
        int self = __linchpin_self();
        __linchpin_atomic_begin();
        int error = own->holder == self ? 0 : NOT_PERMITTED;
        if (error == 0) {
            if (own->again > 0)
                own->again--;
            else
                own->holder = 0;
        }
        __linchpin_atomic_end();
        return error;
    }
    if (__linchpin_asks_undefined()) {
        int self = __linchpin_self();
        __linchpin_atomic_begin();
        if (own->holder != self)
            __linchpin_undefined("a mutex is released by the thread that holds it");
        __linchpin_atomic_end();
    }
    __linchpin_atomic_begin();
    own->holder = 0;
    __linchpin_atomic_end();
    return 0;
}
