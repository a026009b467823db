/* What `start_1.c` does, for a program with something to do at its end. */
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __linchpin_constructors();
extern int main();
extern _Noreturn void __linchpin_exit(int);

int __linchpin_start_1_exit(void)
{
    int argc = __VERIFIER_nondet_int();
    if (argc < 0 || argc > (sizeof(void *) == 8 ? 0x7ffffffe : 0x0ffffffe))
        argc = argc & 3;
    __linchpin_constructors(argc, (char **)0, (char **)0);
    __linchpin_exit(main(argc, (char **)0, (char **)0));
}
