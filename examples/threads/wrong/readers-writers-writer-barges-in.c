//@ run: verify %s --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// The writer does not wait for those who read.
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
static atomic_int readers, writing;
static int value;

static void *first_reader(void *argument)
{
    while (1) {
        atomic_fetch_add(&readers, 1);
        while (writing) {
            atomic_fetch_sub(&readers, 1);
            while (writing)
                ;
            atomic_fetch_add(&readers, 1);
        }
        int before = value;
        if (value != before)
            reach_error();
        atomic_fetch_sub(&readers, 1);
    }
    return argument;
}

static void *second_reader(void *argument)
{
    while (1) {
        atomic_fetch_add(&readers, 1);
        while (writing) {
            atomic_fetch_sub(&readers, 1);
            while (writing)
                ;
            atomic_fetch_add(&readers, 1);
        }
        int before = value;
        if (value != before)
            reach_error(); //~ violated unreach-call
        atomic_fetch_sub(&readers, 1);
    }
    return argument;
}

static void *writer(void *argument)
{
    while (1) {
        writing = 1;
        value = !value;
        writing = 0;
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, first_reader, 0);
    pthread_create(&second, 0, second_reader, 0);
    writer(0);
    return 0;
}
