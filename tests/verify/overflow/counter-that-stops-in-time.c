//@ run: verify %s --property no-overflow
//@ truth: holds
//@ verdict: true
// The twin of the one that never stops: two billion rounds, and then no more.
int main(void)
{
    int i = 0;
    while (1) {
        if (i == 2147483647)
            break;
        i++;
    }
    return i;
}
