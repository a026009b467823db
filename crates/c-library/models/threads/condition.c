/* Condition variables. A thread that waits may be woken without a signal (POSIX, C17 7.26.3.3), so
   that waiting is to release the mutex and to take it again, at any time: every real wait is among
   these, and nothing else is. A signal then has nothing left to do.

   Where deadlocks are looked for, a thread that is not woken waits for ever. The object then counts
   the threads that wait and the signals that were not yet taken. Any of those that wait at the time
   of a signal may take it, but nobody who comes later: who comes waits until all have been taken,
   which is always possible. */
extern int pthread_mutex_lock(void *);
extern int pthread_mutex_unlock(void *);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __linchpin_asks_deadlock(void);
extern void __linchpin_await(int);
extern void __linchpin_atomic_begin(void);
extern void __linchpin_atomic_end(void);

enum { TIMED_OUT = 110 };

struct condition {
    int waiting;
    int signals;
};

int pthread_cond_init(void *condition, const void *attributes)
{
    if (__linchpin_asks_deadlock()) {
        struct condition *own = condition;
        own->waiting = 0;
        own->signals = 0;
    }
    return 0;
}

int pthread_cond_destroy(void *condition)
{
    return 0;
}

int pthread_cond_signal(void *condition)
{
    if (__linchpin_asks_deadlock()) {
        struct condition *own = condition;
        __linchpin_atomic_begin();
        if (own->waiting > 0) {
            own->waiting--;
            own->signals++;
        }
        __linchpin_atomic_end();
    }
    return 0;
}

int pthread_cond_broadcast(void *condition)
{
    if (__linchpin_asks_deadlock()) {
        struct condition *own = condition;
        __linchpin_atomic_begin();
        own->signals += own->waiting;
        own->waiting = 0;
        __linchpin_atomic_end();
    }
    return 0;
}

/* Joins those that wait, in one step with releasing the mutex. */
static int begin_to_wait(struct condition *own, void *mutex)
{
    if (!__linchpin_asks_deadlock())
        return pthread_mutex_unlock(mutex);
    __linchpin_atomic_begin();
    __linchpin_await(own->signals == 0);
    int error = pthread_mutex_unlock(mutex);
    if (error == 0)
        own->waiting++;
    __linchpin_atomic_end();
    return error;
}

/* Leaves those that wait, woken or not. */
static void leave(struct condition *own)
{
    _Bool takes_signal = __VERIFIER_nondet_bool();
    __linchpin_atomic_begin();
    if (own->signals > 0 && (takes_signal || own->waiting == 0))
        own->signals--;
    else
        own->waiting--;
    __linchpin_atomic_end();
}

int pthread_cond_wait(void *condition, void *mutex)
{
    struct condition *own = condition;
    int error = begin_to_wait(own, mutex);
    if (error != 0)
        return error;
    if (__linchpin_asks_deadlock()) {
        if (__VERIFIER_nondet_bool()) {
            leave(own);
        } else {
            __linchpin_atomic_begin();
            __linchpin_await(own->signals > 0);
            own->signals--;
            __linchpin_atomic_end();
        }
    }
    return pthread_mutex_lock(mutex);
}

int pthread_cond_timedwait(void *condition, void *mutex, const void *until)
{
    _Bool is_late = __VERIFIER_nondet_bool();
    int error = begin_to_wait(condition, mutex);
    if (error != 0)
        return error;
    if (__linchpin_asks_deadlock())
        leave(condition);
    error = pthread_mutex_lock(mutex);
    if (error != 0)
        return error;
    return is_late ? TIMED_OUT : 0;
}

int pthread_cond_clockwait(void *condition, void *mutex, int clock, const void *until)
{
    return pthread_cond_timedwait(condition, mutex, until);
}

int pthread_condattr_init(void *attributes)
{
    return 0;
}

int pthread_condattr_destroy(void *attributes)
{
    return 0;
}

int pthread_condattr_setpshared(void *attributes, int shared)
{
    return 0;
}

int pthread_condattr_setclock(void *attributes, int clock)
{
    return 0;
}
