/* Barriers. Who comes waits until those of the round before have left, which they always can, and
   then for the others; any one of a round is told that it is the one. */
extern void __linchpin_await(int);
extern void __linchpin_atomic_begin(void);
extern void __linchpin_atomic_end(void);
extern _Bool __VERIFIER_nondet_bool(void);

enum { THE_ONE = -1, INVALID = 22 };

struct barrier {
    int size;
    int waiting;
    int leaving;
    int is_one_told;
};

int pthread_barrier_init(void *barrier, const void *attributes, unsigned size)
{
    struct barrier *own = barrier;
    if (size == 0 || size > 2147483647)
        return INVALID;
    own->size = (int)size;
    own->waiting = 0;
    own->leaving = 0;
    own->is_one_told = 0;
    return 0;
}

int pthread_barrier_destroy(void *barrier)
{
    return 0;
}

int pthread_barrier_wait(void *barrier)
{
    struct barrier *own = barrier;
    _Bool is_one = __VERIFIER_nondet_bool();
    __linchpin_atomic_begin();
    __linchpin_await(own->leaving == 0);
    int waiting = own->waiting + 1;
    int size = own->size;
    if (waiting == size) {
        own->waiting = 0;
        own->leaving = size;
    } else {
        own->waiting = waiting;
    }
    __linchpin_atomic_end();

    int result = 0;
    __linchpin_atomic_begin();
    int leaving = own->leaving;
    __linchpin_await(leaving > 0);
    int is_one_told = own->is_one_told;
    if (!is_one_told && (is_one || leaving == 1)) {
        is_one_told = 1;
        result = THE_ONE;
    }
    own->is_one_told = leaving == 1 ? 0 : is_one_told;
    own->leaving = leaving - 1;
    __linchpin_atomic_end();
    return result;
}

int pthread_barrierattr_init(void *attributes)
{
    return 0;
}

int pthread_barrierattr_destroy(void *attributes)
{
    return 0;
}

int pthread_barrierattr_setpshared(void *attributes, int shared)
{
    return 0;
}
