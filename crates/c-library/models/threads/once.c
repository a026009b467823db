/* What is done once: 0 before, 1 while somebody does it, 2 after. */
extern void __linchpin_await(int);
extern void __linchpin_atomic_begin(void);
extern void __linchpin_atomic_end(void);

static void do_once(int *state, void (*routine)(void))
{
    __linchpin_atomic_begin();
    int found = *state;
    __linchpin_await(found != 1);
    if (found == 0)
        *state = 1;
    __linchpin_atomic_end();
    if (found == 0) {
        routine();
        __linchpin_atomic_begin();
        *state = 2;
        __linchpin_atomic_end();
    }
}

int pthread_once(int *state, void (*routine)(void))
{
    do_once(state, routine);
    return 0;
}

void call_once(void *state, void (*routine)(void))
{
    do_once(state, routine);
}
