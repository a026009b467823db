//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: unknown(inconclusive)
extern void reach_error(void);
int main(int argc, char **argv)
{
    int i;
    for (i = 0; i < argc; i++)
        ;
    if (argc < 0 || argv[argc])
        reach_error();
    return 0;
}
