//@ run: verify %s --reproducer %t.c
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: note: reproducer: confirmed by cc: ...
// Both read before either writes; nothing here is a race. The threads are those of C11, created by the library itself.
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int n;
static once_flag flag = ONCE_FLAG_INIT;

static void begin(void)
{
    atomic_store(&n, 1);
}

static int count(void *argument)
{
    call_once(&flag, begin);
    int before = atomic_load_explicit(&n, memory_order_relaxed);
    atomic_store_explicit(&n, before + 1, memory_order_relaxed);
    return 0;
}

int main(void)
{
    thrd_t first, second;
    thrd_create(&first, count, 0);
    thrd_create(&second, count, 0);
    thrd_join(first, 0);
    thrd_join(second, 0);
    int after = atomic_load(&n);
    assert(after == 3); //~ violated assertion
    return 0;
}
