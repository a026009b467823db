//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// Bytes are cleared and copied under the lock.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

#include <string.h>

static struct {
    int used;
    char text[16];
    pthread_mutex_t mutex;
} buffer;

static void *work(void *argument)
{
    while (__VERIFIER_nondet_int()) {
        char copy[16];
        pthread_mutex_lock(&buffer.mutex);
        memcpy(copy, buffer.text, sizeof copy);
        memset(buffer.text, copy[0], sizeof buffer.text);
        buffer.used++;
        pthread_mutex_unlock(&buffer.mutex);
    }
    return argument;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
    }
    return 0;
}
