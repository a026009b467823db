//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The same locks under the names of C11.
#include <threads.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static mtx_t plain, recursive;

int main(void)
{
    mtx_init(&plain, mtx_plain);
    mtx_init(&recursive, mtx_plain | mtx_recursive);
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    mtx_lock(&plain);
    if (mtx_trylock(&plain) != thrd_busy)
        reach_error();
    mtx_unlock(&plain);
    mtx_lock(&recursive);
    if (mtx_lock(&recursive) != thrd_success || mtx_unlock(&recursive) != thrd_success)
        reach_error();
    if (sum > 3) {
        mtx_lock(&plain);
        mtx_lock(&plain);
        reach_error();
    }
    return sum;
}
