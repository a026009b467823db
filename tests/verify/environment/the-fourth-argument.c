//@ run: verify %s --property memsafety --cpu-time 10
//@ truth: holds
//@ verdict: unknown(unsupported)
int main(int argc, char **argv)
{
    if (argc < 5)
        return 0;
    return argv[3][0];
}
