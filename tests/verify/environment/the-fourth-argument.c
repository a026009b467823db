//@ run: verify %s --property memsafety --cpu-time 2
//@ truth: holds
//@ verdict: unknown(timeout)
int main(int argc, char **argv)
{
    if (argc < 5)
        return 0;
    return argv[3][0];
}
