#ifdef __clang__
#define UNTOLD __attribute__((no_instrument_function, disable_sanitizer_instrumentation))
#else
#define UNTOLD __attribute__((no_instrument_function, no_sanitize_thread))
#endif
#undef UNSEEN
#define UNSEEN UNTOLD
#define LINCHPIN_N_THREADS 128
extern int pipe(int *);
extern long read(int, void *, unsigned long), write(int, const void *, unsigned long);
extern unsigned alarm(unsigned);
extern void (*signal(int, void (*)(int)))(int);
extern char **environ;
static int linchpin_gates[LINCHPIN_N_THREADS + 1][2], linchpin_n_threads = 1, linchpin_is_on, linchpin_is_free;
static unsigned long linchpin_stretch, linchpin_n_left;
static __thread int linchpin_self, linchpin_has_turn;
static __thread char *linchpin_stack;

UNSEEN __attribute__((constructor(101))) static void linchpin_set_up(void)
{
    for (int i = 0; i <= LINCHPIN_N_THREADS; i++)
        if (pipe(linchpin_gates[i]))
            _Exit(78);
    linchpin_self = 1;
    linchpin_has_turn = 1;
    linchpin_stack = (char *)environ;
    linchpin_n_left = linchpin_schedule[0].n_events;
}

UNSEEN static void linchpin_still_waits(int number)
{
    dprintf(2, "linchpin: every thread still waits\n");
    _Exit(1);
}

/* The stretch is over: the next thread goes on. Behind the last one everybody does, if the failure is
   that nobody can. */
UNSEEN static void linchpin_pass(void)
{
    if (linchpin_schedule[linchpin_stretch + 1].thread) {
        linchpin_stretch++;
        linchpin_n_left = linchpin_schedule[linchpin_stretch].n_events;
    } else if (LINCHPIN_WAITS_AT_LAST && !linchpin_is_free) {
        linchpin_is_free = 1;
        signal(14, linchpin_still_waits);
        alarm(2);
        for (int i = 0; i <= LINCHPIN_N_THREADS; i++)
            write(linchpin_gates[i][1], "", 1);
        return;
    } else {
        linchpin_n_left = -1ul;
    }
    int next = linchpin_schedule[linchpin_stretch].thread;
    if (next != linchpin_self) {
        linchpin_has_turn = 0;
        write(linchpin_gates[next][1], "", 1);
    }
}

/* Before each event. */
UNSEEN static void linchpin_event(const volatile void *address)
{
    char gone;
    if (!linchpin_is_on || linchpin_is_free)
        return;
    if (address && (char *)address >= (char *)__builtin_frame_address(0) && (char *)address < linchpin_stack)
        return;
    for (;;) {
        while (!linchpin_has_turn)
            if (read(linchpin_gates[linchpin_self][0], &gone, 1) == 1)
                linchpin_has_turn = 1;
        if (linchpin_is_free)
            return;
        if (linchpin_n_left)
            break;
        linchpin_pass();
    }
    linchpin_n_left--;
}

/* The thread is over, and so is its stretch. */
UNSEEN static void linchpin_end(void)
{
    if (linchpin_has_turn && !linchpin_is_free)
        linchpin_pass();
}

#if LINCHPIN_LOOKS
extern unsigned long malloc_usable_size(void *);
static struct { char *block; unsigned long size; } linchpin_freed[4096];
static int linchpin_n_freed;
UNSEEN static void linchpin_look(const volatile void *address)
{
    const char *what = (unsigned long)address < 4096 ? "through a null pointer" : 0;
    for (int i = 0; i < linchpin_n_freed; i++)
        if ((char *)address >= linchpin_freed[i].block && (char *)address < linchpin_freed[i].block + linchpin_freed[i].size)
            what = "to a freed block";
    if (what) {
        dprintf(2, "linchpin: an access %s\n", what);
        _Exit(1);
    }
}
/* Nothing is freed for real, so that no other block takes its place. */
UNSEEN void __wrap_free(void *block)
{
    linchpin_event(0);
    if (!block)
        return;
    linchpin_look(block);
    if (linchpin_n_freed < 4096) {
        linchpin_freed[linchpin_n_freed].size = malloc_usable_size(block);
        linchpin_freed[linchpin_n_freed++].block = block;
    }
}
#else
#define linchpin_look(address) ((void)0)
#if LINCHPIN_FREES
extern void __real_free(void *);
UNSEEN void __wrap_free(void *block) { linchpin_event(0); __real_free(block); }
#endif
#endif

/* What the compiler reports to, in the stead of ThreadSanitizer. */
UNSEEN void __tsan_init(void) {}
UNSEEN void __tsan_func_entry(void *caller) {}
UNSEEN void __tsan_func_exit(void) {}
#define LINCHPIN_ACCESS(name) \
    UNSEEN void __tsan_##name(void *address) { linchpin_event(address); linchpin_look(address); }
#define LINCHPIN_ACCESSES(size) LINCHPIN_ACCESS(read##size) LINCHPIN_ACCESS(write##size)
LINCHPIN_ACCESSES(1) LINCHPIN_ACCESSES(2) LINCHPIN_ACCESSES(4) LINCHPIN_ACCESSES(8) LINCHPIN_ACCESSES(16)
LINCHPIN_ACCESS(unaligned_read2) LINCHPIN_ACCESS(unaligned_read4) LINCHPIN_ACCESS(unaligned_read8)
LINCHPIN_ACCESS(unaligned_read16) LINCHPIN_ACCESS(unaligned_write2) LINCHPIN_ACCESS(unaligned_write4)
LINCHPIN_ACCESS(unaligned_write8) LINCHPIN_ACCESS(unaligned_write16)
UNSEEN void __tsan_read_range(void *address, unsigned long size) { linchpin_event(address); linchpin_look(address); }
UNSEEN void __tsan_write_range(void *address, unsigned long size) { linchpin_event(address); linchpin_look(address); }
UNSEEN void *__tsan_memcpy(char *to, const char *from, unsigned long size)
{
    linchpin_event(from);
    linchpin_event(to);
    for (unsigned long i = 0; i < size; i++)
        to[i] = from[i];
    return to;
}
UNSEEN void *__tsan_memset(char *to, int byte, unsigned long size)
{
    for (unsigned long i = 0; i < size; i++)
        to[i] = byte;
    return to;
}
#define LINCHPIN_UPDATE(bits, type, name) \
    UNSEEN type __tsan_atomic##bits##_##name(volatile type *at, type value, int order) \
    { linchpin_event(at); return __atomic_##name(at, value, 5); }
#define LINCHPIN_ATOMIC(bits, type) \
    UNSEEN type __tsan_atomic##bits##_load(const volatile type *at, int order) \
    { linchpin_event(at); return __atomic_load_n(at, 5); } \
    UNSEEN void __tsan_atomic##bits##_store(volatile type *at, type value, int order) \
    { linchpin_event(at); __atomic_store_n(at, value, 5); } \
    UNSEEN type __tsan_atomic##bits##_exchange(volatile type *at, type value, int order) \
    { linchpin_event(at); return __atomic_exchange_n(at, value, 5); } \
    UNSEEN int __tsan_atomic##bits##_compare_exchange_strong(volatile type *at, type *old, type value, int order, int other) \
    { linchpin_event(at); return __atomic_compare_exchange_n(at, old, value, 0, 5, 5); } \
    UNSEEN int __tsan_atomic##bits##_compare_exchange_weak(volatile type *at, type *old, type value, int order, int other) \
    { linchpin_event(at); return __atomic_compare_exchange_n(at, old, value, 0, 5, 5); } \
    UNSEEN type __tsan_atomic##bits##_compare_exchange_val(volatile type *at, type old, type value, int order, int other) \
    { linchpin_event(at); __atomic_compare_exchange_n(at, &old, value, 0, 5, 5); return old; } \
    LINCHPIN_UPDATE(bits, type, fetch_add) LINCHPIN_UPDATE(bits, type, fetch_sub) LINCHPIN_UPDATE(bits, type, fetch_and) \
    LINCHPIN_UPDATE(bits, type, fetch_or) LINCHPIN_UPDATE(bits, type, fetch_xor) LINCHPIN_UPDATE(bits, type, fetch_nand)
LINCHPIN_ATOMIC(8, unsigned char) LINCHPIN_ATOMIC(16, unsigned short)
LINCHPIN_ATOMIC(32, unsigned) LINCHPIN_ATOMIC(64, unsigned long long)
UNSEEN void __tsan_atomic_thread_fence(int order) {}
UNSEEN void __tsan_atomic_signal_fence(int order) {}

/* Functions about threads, which the linker redirects. */
struct linchpin_beginning { void *(*run)(void *); void *argument; int number; };
static struct linchpin_beginning linchpin_beginnings[LINCHPIN_N_THREADS + 1];
UNSEEN static void *linchpin_begin(void *given)
{
    struct linchpin_beginning *beginning = given;
    linchpin_self = beginning->number;
    linchpin_stack = (char *)__builtin_frame_address(0);
    void *result = beginning->run(beginning->argument);
    linchpin_end();
    return result;
}
UNSEEN static void *linchpin_new(void *run, void *argument)
{
    linchpin_is_on = 1;
    linchpin_event(0);
    if (linchpin_n_threads >= LINCHPIN_N_THREADS)
        _Exit(78);
    struct linchpin_beginning *new = &linchpin_beginnings[++linchpin_n_threads];
    new->run = (void *(*)(void *))run;
    new->argument = argument;
    new->number = linchpin_n_threads;
    return new;
}
extern int __real_pthread_create(void *, void *, void *, void *), __real_thrd_create(void *, void *, void *);
#define LINCHPIN_CREATE(name) LINCHPIN_CREATE_##name
#define LINCHPIN_CREATE_pthread_create \
    UNSEEN int __wrap_pthread_create(void *handle, void *options, void *run, void *argument) \
    { return __real_pthread_create(handle, options, linchpin_begin, linchpin_new(run, argument)); }
#define LINCHPIN_CREATE_thrd_create \
    UNSEEN int __wrap_thrd_create(void *handle, void *run, void *argument) \
    { return __real_thrd_create(handle, linchpin_begin, linchpin_new(run, argument)); }
#define LINCHPIN_EXIT(name) \
    extern void __real_##name(void *); \
    UNSEEN void __wrap_##name(void *result) { linchpin_end(); __real_##name(result); }
#define LINCHPIN_THROUGH(name) \
    extern int __real_##name(); \
    UNSEEN int __wrap_##name(long a, long b, long c, long d) { linchpin_event(0); return __real_##name(a, b, c, d); }
/* Waiting for a condition may end at any time, says POSIX; here it ends when the thread goes on. */
#define LINCHPIN_WAIT(name, lock, unlock) \
    extern int __real_##lock(void *), __real_##unlock(void *); \
    UNSEEN int __wrap_##name(void *condition, void *mutex) \
    { linchpin_event(0); __real_##unlock(mutex); linchpin_event(0); return __real_##lock(mutex); }
