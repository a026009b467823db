/* threads.h, with the numbers of the GNU C library: success 0, busy 1, error 2, timed out 4; a mutex is
   plain 0, recursive 1, timed 2. */
extern int pthread_mutex_init(void *, const int *);
extern int pthread_mutex_lock(void *);
extern int pthread_mutex_trylock(void *);
extern int pthread_mutex_unlock(void *);
extern int pthread_cond_init(void *, const void *);
extern int pthread_cond_signal(void *);
extern int pthread_cond_broadcast(void *);
extern int pthread_cond_wait(void *, void *);
extern int pthread_cond_timedwait(void *, void *, const void *);

enum { SUCCESS = 0, TAKEN = 1, FAILURE = 2, LATE = 4, TIMED_OUT = 110 };

int mtx_init(void *mutex, int type)
{
    if (type < 0 || type > 3)
        return FAILURE;
    int kind = type & 1;
    pthread_mutex_init(mutex, &kind);
    return SUCCESS;
}

void mtx_destroy(void *mutex)
{
}

int mtx_lock(void *mutex)
{
    return pthread_mutex_lock(mutex) == 0 ? SUCCESS : FAILURE;
}

int mtx_trylock(void *mutex)
{
    return pthread_mutex_trylock(mutex) == 0 ? SUCCESS : TAKEN;
}

int mtx_timedlock(void *mutex, const void *until)
{
    return pthread_mutex_trylock(mutex) == 0 ? SUCCESS : LATE;
}

int mtx_unlock(void *mutex)
{
    return pthread_mutex_unlock(mutex) == 0 ? SUCCESS : FAILURE;
}

int cnd_init(void *condition)
{
    pthread_cond_init(condition, 0);
    return SUCCESS;
}

void cnd_destroy(void *condition)
{
}

int cnd_signal(void *condition)
{
    pthread_cond_signal(condition);
    return SUCCESS;
}

int cnd_broadcast(void *condition)
{
    pthread_cond_broadcast(condition);
    return SUCCESS;
}

int cnd_wait(void *condition, void *mutex)
{
    return pthread_cond_wait(condition, mutex) == 0 ? SUCCESS : FAILURE;
}

int cnd_timedwait(void *condition, void *mutex, const void *until)
{
    int error = pthread_cond_timedwait(condition, mutex, until);
    return error == 0 ? SUCCESS : error == TIMED_OUT ? LATE : FAILURE;
}
