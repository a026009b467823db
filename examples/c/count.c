// What a program is for the engines: `--emit ir`.
int main(void)
{
    int x = 0;
    while (x < 10)
        x++;
    return x;
}

/*
#@ run: verify %s --property no-overflow
#@ truth: holds
#@ verdict: true
*/
