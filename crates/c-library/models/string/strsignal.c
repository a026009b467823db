/* Texts for numbers, apart from each other. */
typedef __typeof__(sizeof 0) size_t;
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __linchpin_any_bytes(void *, size_t);
extern void __linchpin_may_set_errno(void);

/* Not static: whatever is linked with the program may write here too. */
char __linchpin_signal_text[1024];

static void any_text(char *text, size_t size)
{
    size_t n = (size_t)__VERIFIER_nondet_ulong() % size;
    __linchpin_any_bytes(text, size);
    text[n] = 0;
}

char *strsignal(int signal)
{
    __linchpin_may_set_errno();
    any_text(__linchpin_signal_text, sizeof __linchpin_signal_text);
    return __linchpin_signal_text;
}
