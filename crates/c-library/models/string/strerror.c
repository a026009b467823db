typedef __typeof__(sizeof 0) size_t;
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __linchpin_any_bytes(void *, size_t);

static char text[1024];

/* Any text; how long it is, nobody promises, but the GNU C library's fit here. */
char *strerror(int error)
{
    size_t n = (size_t)__VERIFIER_nondet_ulong() % (sizeof text);
    __linchpin_any_bytes(text, sizeof text);
    text[n] = 0;
    return text;
}
