//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
extern void reach_error(void);
int main(int argc, char **argv)
{
    int i = 0;
    while (i < argc)
        i++;
    if (i != argc)
        reach_error();
    return 0;
}
