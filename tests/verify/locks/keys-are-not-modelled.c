//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: unknown(unsupported)
// What is not modelled is said by name.
#include <pthread.h>

int main(void)
{
    pthread_key_t key;
    pthread_key_create(&key, 0);
    return pthread_getspecific(key) != 0;
}
