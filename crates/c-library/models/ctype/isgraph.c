extern int __VERIFIER_nondet_int(void);
extern void __linchpin_undefined(const char *);

/* The GNU C library reads a table from -128 to 255, which other libraries have not. */
static const char *const outside_of_the_table;

/* Any number but zero means true. */
int isgraph(int c)
{
    if (c < -1 || c > 255)
        __linchpin_undefined("`isgraph` is given an unsigned char or EOF");
    if (c < -128 || c > 255)
        return *outside_of_the_table;
    if (!(c > 32 && c < 127))
        return 0;
    int any = __VERIFIER_nondet_int();
    return any == 0 ? 1 : any;
}
