/* What `start_0.c` does, for a program with something to do at its end. */
extern void __linchpin_constructors();
extern int main();
extern _Noreturn void __linchpin_exit(int);

int __linchpin_start_0_exit(void)
{
    __linchpin_constructors();
    __linchpin_exit(main());
}
