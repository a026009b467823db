/* Condition variables. A thread that waits may be woken without a signal (POSIX, C17 7.26.3.3), so
   that waiting is to release the mutex and to take it again, at any time: every real wait is among
   these, and nothing else is. A signal then has nothing left to do. */
extern int pthread_mutex_lock(void *);
extern int pthread_mutex_unlock(void *);
extern _Bool __VERIFIER_nondet_bool(void);

enum { TIMED_OUT = 110 };

int pthread_cond_init(void *condition, const void *attributes)
{
    return 0;
}

int pthread_cond_destroy(void *condition)
{
    return 0;
}

int pthread_cond_signal(void *condition)
{
    return 0;
}

int pthread_cond_broadcast(void *condition)
{
    return 0;
}

int pthread_cond_wait(void *condition, void *mutex)
{
    int error = pthread_mutex_unlock(mutex);
    if (error != 0)
        return error;
    return pthread_mutex_lock(mutex);
}

int pthread_cond_timedwait(void *condition, void *mutex, const void *until)
{
    _Bool is_late = __VERIFIER_nondet_bool();
    int error = pthread_cond_wait(condition, mutex);
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
