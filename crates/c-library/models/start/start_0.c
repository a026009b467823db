/* What comes before a `main` without parameters. */
extern void __linchpin_constructors();
extern int main();

int __linchpin_start_0(void)
{
    __linchpin_constructors();
    return main();
}
