//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// The record is found through a pointer that does not change any more.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>

struct device {
    pthread_mutex_t mutex;
    int irq, n_open;
};

static struct device *device;

static void *work(void *argument)
{
    while (__VERIFIER_nondet_int()) {
        pthread_mutex_lock(&device->mutex);
        device->n_open++;
        if (device->n_open > 3)
            device->irq = device->n_open;
        pthread_mutex_unlock(&device->mutex);
    }
    return argument;
}

int main(void)
{
    device = malloc(sizeof *device);
    pthread_mutex_init(&device->mutex, 0);
    device->n_open = 0;
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
    }
    return 0;
}
