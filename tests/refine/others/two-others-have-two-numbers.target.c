//@ run: refine %s tests/refine/others/two-others-have-two-numbers.source.c
//@ truth: holds
//@ verdict: unknown(inconclusive)
// Each of the others writes its number once, so nobody sees the same number twice.
//@ env "two-others-have-two-numbers.env.c";
#include <pthread.h>
pthread_t owner;
int f(void)
{
    owner = 0;
    pthread_t first = owner;
    owner = 0;
    return first != 0 && first == owner;
}
