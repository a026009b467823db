//@ run: verify %s --property unreach-call
//@ run: verify %s --property valid-memsafety
//@ truth: holds
//@ verdict: true
//@ model: LP64
// A program that declares its own, smaller handle: nothing beside it is written.
typedef int pthread_t;
extern int pthread_create(pthread_t *, void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern void reach_error(void);
static pthread_t threads[2];
static int x;

static void *run(void *argument)
{
    x++;
    return argument;
}

int main(void)
{
    threads[1] = 99;
    pthread_create(&threads[0], 0, run, 0);
    pthread_join(threads[0], 0);
    if (threads[1] != 99 || x != 1)
        reach_error();
    return 0;
}
