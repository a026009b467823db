//@ run: verify %s --property no-data-race --time 20
//@ truth: holds
//@ verdict: true
// Storing the pointer releases what was written before.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
    int length;
};

static struct message *_Atomic box;

static void *run(void *argument)
{
    struct message *message = malloc(sizeof *message);
    message->length = 5;
    box = message;
    return argument;
}

int main(void)
{
    pthread_t thread;
    int length = 0;
    pthread_create(&thread, 0, run, 0);
    struct message *message = box;
    if (message)
        length = message->length;
    pthread_join(thread, 0);
    free(box);
    return length;
}
