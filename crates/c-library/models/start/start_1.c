/* What comes before a `main` that looks at the number of its arguments only. */
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __linchpin_constructors();
extern int main();

int __linchpin_start_1(void)
{
    int argc = __VERIFIER_nondet_int();
    if (argc < 0 || argc > (sizeof(void *) == 8 ? 0x7ffffffe : 0x0ffffffe))
        argc = argc & 3;
    __linchpin_constructors(argc, (char **)0, (char **)0);
    return main(argc, (char **)0, (char **)0);
}
