typedef __typeof__(sizeof 0) size_t;
extern void __linchpin_may_set_errno(void);
extern char *__linchpin_any_text(char *, size_t);

/* Not static: whatever is linked with the program may write here too. */
char __linchpin_error_text[1024];

/* Any text; how long it is, nobody promises, but the GNU C library's fit here. */
char *strerror(int error)
{
    __linchpin_may_set_errno();
    return __linchpin_any_text(__linchpin_error_text, sizeof __linchpin_error_text);
}
