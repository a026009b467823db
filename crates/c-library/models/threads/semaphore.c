/* Semaphores without name: the first int is the value. No signal interrupts a wait, since a program
   that installs handlers has no verdict. */
extern void __linchpin_await(int);
extern void __linchpin_atomic_begin(void);
extern void __linchpin_atomic_end(void);
extern void __linchpin_set_errno_to(int);

enum { AGAIN = 11, INVALID = 22, OVERFLOWS = 75, TIMED_OUT = 110, GREATEST = 2147483647 };

int sem_init(int *semaphore, int shared, unsigned value)
{
    if (value > GREATEST) {
        __linchpin_set_errno_to(INVALID);
        return -1;
    }
    *semaphore = (int)value;
    return 0;
}

int sem_destroy(int *semaphore)
{
    return 0;
}

int sem_wait(int *semaphore)
{
    __linchpin_atomic_begin();
    int value = *semaphore;
    __linchpin_await(value > 0);
    *semaphore = value - 1;
    __linchpin_atomic_end();
    return 0;
}

static int wait_at_once(int *semaphore, int failure)
{
    int result = -1;
    __linchpin_atomic_begin();
    int value = *semaphore;
    if (value > 0) {
        *semaphore = value - 1;
        result = 0;
    }
    __linchpin_atomic_end();
    if (result != 0)
        __linchpin_set_errno_to(failure);
    return result;
}

int sem_trywait(int *semaphore)
{
    return wait_at_once(semaphore, AGAIN);
}

int sem_timedwait(int *semaphore, const void *until)
{
    return wait_at_once(semaphore, TIMED_OUT);
}

int sem_clockwait(int *semaphore, int clock, const void *until)
{
    return wait_at_once(semaphore, TIMED_OUT);
}

int sem_post(int *semaphore)
{
    int result = -1;
    __linchpin_atomic_begin();
    int value = *semaphore;
    if (value < GREATEST) {
        *semaphore = value + 1;
        result = 0;
    }
    __linchpin_atomic_end();
    if (result != 0)
        __linchpin_set_errno_to(OVERFLOWS);
    return result;
}

int sem_getvalue(int *semaphore, int *result)
{
    __linchpin_atomic_begin();
    int value = *semaphore;
    __linchpin_atomic_end();
    *result = value;
    return 0;
}
