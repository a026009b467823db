//@ run: verify %s --property unreach-call --cpu-time 4
//@ truth: fails
//@ verdict: unknown(unsupported)
// With threads, jumps are not modelled.
#include <pthread.h>
typedef long jmp_buf[32];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
extern void reach_error(void);
static jmp_buf start;
static void *work(void *argument)
{
    return argument;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    if (setjmp(start))
        reach_error();
    longjmp(start, 1);
}
