//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Threads of C11 give back an int.
#include <stdatomic.h>
#include <threads.h>

extern void reach_error(void);
static atomic_int count;
static mtx_t mutex;
static int sum;

static int run(void *argument)
{
    atomic_fetch_add(&count, 1);
    mtx_lock(&mutex);
    sum += *(int *)argument;
    mtx_unlock(&mutex);
    return -7;
}

int main(void)
{
    thrd_t threads[2];
    int values[2] = { 3, 4 }, result = 0;
    int (*start)(void *) = run;
    mtx_init(&mutex, mtx_plain);
    thrd_create(&threads[0], run, &values[0]);
    thrd_create(&threads[1], start, &values[1]);
    thrd_join(threads[0], &result);
    thrd_join(threads[1], 0);
    if (result != -7 || sum != 7 || atomic_load(&count) != 2)
        reach_error();
    return 0;
}
