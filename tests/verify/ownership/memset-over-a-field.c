//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// More is cleared than the field that is meant.
#include <pthread.h>

#include <string.h>

static struct {
    int used;
    char text[16];
    pthread_mutex_t mutex;
} buffer;

static int length = 20;

static void *work(void *argument)
{
    pthread_mutex_lock(&buffer.mutex);
    buffer.used++;
    pthread_mutex_unlock(&buffer.mutex);
    return argument;
}

static void *clear(void *argument)
{
    memset(&buffer, 0, length); //~ violated no-data-race
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, clear, 0);
    pthread_create(&thread, 0, work, 0);
    return 0;
}
