typedef __typeof__(sizeof 0) size_t;
extern void __linchpin_may_set_errno(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __linchpin_any_bytes(void *, size_t);

/* Not static: whatever is linked with the program may write here too. */
char __linchpin_error_text[1024];

/* Any text; how long it is, nobody promises, but the GNU C library's fit here. */
char *strerror(int error)
{
    __linchpin_may_set_errno();
    size_t n = (size_t)__VERIFIER_nondet_ulong() % (sizeof __linchpin_error_text);
    __linchpin_any_bytes(__linchpin_error_text, sizeof __linchpin_error_text);
    __linchpin_error_text[n] = 0;
    return __linchpin_error_text;
}
