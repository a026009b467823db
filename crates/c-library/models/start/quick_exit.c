/* Handlers of `at_quick_exit` are called in the reverse order of their registration, and nothing
   else is. */
static void (*handlers[32])(void);
static int n_handlers;

extern _Noreturn void _Exit(int);
extern void __linchpin_unsupported(const char *);

int at_quick_exit(void (*function)(void))
{
    if (n_handlers >= 32)
        __linchpin_unsupported("more than 32 functions at quick exit");
    handlers[n_handlers] = function;
    n_handlers++;
    return 0;
}

_Noreturn void __linchpin_quick_exit(int status)
{
    while (n_handlers > 0) {
        n_handlers--;
        handlers[n_handlers]();
    }
    _Exit(status);
}
