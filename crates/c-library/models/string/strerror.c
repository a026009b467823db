typedef __typeof__(sizeof 0) size_t;
extern void __linchpin_may_set_errno(void);
extern char *__linchpin_any_text(char *, size_t);
extern char *__linchpin_unmodelled_text(char *, size_t, size_t);

/* Not static: whatever is linked with the program may write here too. */
char __linchpin_error_text[1024];

static int n_calls;

/* Any text; how long it is, nobody promises, but the GNU C library's fit here. Later ones may be
   the same, which is not modelled. */
char *strerror(int error)
{
    __linchpin_may_set_errno();
    if (n_calls > 0)
        return __linchpin_unmodelled_text(__linchpin_error_text, sizeof __linchpin_error_text, 1);
    n_calls = 1;
    return __linchpin_any_text(__linchpin_error_text, sizeof __linchpin_error_text);
}
