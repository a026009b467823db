/* Handlers are called in the reverse order of their registration, then destructors. `atexit` does
   not fail; more handlers than there is room for are not modelled. */
struct handler {
    void (*plain)(void);
    void (*told)(int, void *);
    void *argument;
};

static struct handler handlers[32];
static int n_handlers;

extern _Noreturn void _exit(int);
extern void __linchpin_destructors();
extern void __linchpin_unsupported(const char *);

int atexit(void (*function)(void))
{
    if (n_handlers >= 32)
        __linchpin_unsupported("more than 32 functions at exit");
    handlers[n_handlers].plain = function;
    n_handlers++;
    return 0;
}

int on_exit(void (*function)(int, void *), void *argument)
{
    if (n_handlers >= 32)
        __linchpin_unsupported("more than 32 functions at exit");
    handlers[n_handlers].told = function;
    handlers[n_handlers].argument = argument;
    n_handlers++;
    return 0;
}

_Noreturn void __linchpin_exit(int status)
{
    while (n_handlers > 0) {
        n_handlers--;
        void (*plain)(void) = handlers[n_handlers].plain;
        void (*told)(int, void *) = handlers[n_handlers].told;
        void *argument = handlers[n_handlers].argument;
        handlers[n_handlers].plain = 0;
        handlers[n_handlers].told = 0;
        if (plain)
            plain();
        else if (told)
            told(status, argument);
    }
    __linchpin_destructors();
    _exit(status);
}
