//@ run: verify %s --property valid-free
//@ truth: fails
//@ verdict: false(valid-free)
extern void free(void *);
int main(int argc, char **argv)
{
    if (argc > 1)
        free(argv[1]); //~ violated valid-free
    return 0;
}
