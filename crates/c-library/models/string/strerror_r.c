/* The text of an error, in the program's own memory or that of the library. */
typedef __typeof__(sizeof 0) size_t;
extern unsigned long __VERIFIER_nondet_ulong(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __linchpin_any_bytes(void *, size_t);
extern char *__linchpin_any_text(char *, size_t);

/* Texts of known errors stand in memory that no other thread writes. */
static _Thread_local char known[1024];

/* As much as fits of any text. */
static void any_text(char *text, size_t size)
{
    size_t n = (size_t)__VERIFIER_nondet_ulong() % size;
    __linchpin_any_bytes(text, n);
    text[n] = 0;
}

/* That of POSIX: with the number of an error if one is met. */
int __xpg_strerror_r(int error, char *to, size_t size)
{
    if (size > 0)
        any_text(to, size < 1024 ? size : 1024);
    if (size == 0)
        return 34;
    if (!__VERIFIER_nondet_bool())
        return 0;
    return __VERIFIER_nondet_bool() ? 22 : 34;
}

/* That of GNU. */
char *strerror_r(int error, char *to, size_t size)
{
    if (__VERIFIER_nondet_bool())
        return __linchpin_any_text(known, sizeof known);
    if (size > 0)
        any_text(to, size < 1024 ? size : 1024);
    return to;
}
