//@ run: verify %s --property valid-memsafety
//@ truth: holds
//@ verdict: true
// A program may bring its own type; a plain mutex needs no more than an int.
typedef int pthread_mutex_t;
extern int pthread_mutex_init(pthread_mutex_t *, void *);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t mutex;

int main(void)
{
    pthread_mutex_init(&mutex, 0);
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return sum;
}
