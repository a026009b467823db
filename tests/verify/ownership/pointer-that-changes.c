//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// The pointer is set to another record while threads run: two locks, one counter.
#include <pthread.h>

#include <stdlib.h>

struct device {
    pthread_mutex_t mutex;
    int irq, n_open;
};

static struct device *device;

static int shared;

static void *work(void *argument)
{
    pthread_mutex_lock(&device->mutex); //~ violated no-data-race
    shared++;
    return argument;
}

int main(void)
{
    device = malloc(sizeof *device);
    pthread_mutex_init(&device->mutex, 0);
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    struct device *other = malloc(sizeof *device);
    pthread_mutex_init(&other->mutex, 0);
    device = other;
    pthread_create(&thread, 0, work, 0);
    return 0;
}
