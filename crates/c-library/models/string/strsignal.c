/* Texts for numbers, apart from each other. */
typedef __typeof__(sizeof 0) size_t;
extern void __linchpin_may_set_errno(void);
extern char *__linchpin_any_text(char *, size_t);

/* Not static: whatever is linked with the program may write here too. */
char __linchpin_signal_text[1024];

char *strsignal(int signal)
{
    __linchpin_may_set_errno();
    return __linchpin_any_text(__linchpin_signal_text, sizeof __linchpin_signal_text);
}
