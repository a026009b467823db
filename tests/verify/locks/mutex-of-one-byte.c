//@ run: verify %s --property valid-memsafety
//@ truth: holds
//@ verdict: unknown(unsupported)
// There is no room for the model here, and who knows what such a type means.
typedef char pthread_mutex_t;
extern int pthread_mutex_lock(pthread_mutex_t *);
static pthread_mutex_t mutex;

int main(void)
{
    pthread_mutex_lock(&mutex);
    return 0;
}
