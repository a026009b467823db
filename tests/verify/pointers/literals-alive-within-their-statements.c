//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
// What a condition makes lives through the branches and through every iteration.
int main(void)
{
    int n = 5;
    int *p, *q = 0, s = 0;
    if ((p = (int[]){ 1, 2 })[0] == 1)
        s += p[1];
    else
        s += p[0];
    while (n > 0 && (q = (int[]){ n, 1 })) {
        n -= q[1];
        if (n == 3)
            continue;
    }
    do
        p = (int[]){ s, 4 }, s += p[1];
    while (s < 8);
    for (p = (int[]){ 5, 6 }; s < 20; s += *p)
        if (s == 13)
            break;
    switch (s)
    case 0:
        p = (int[]){ 7 }, s = *p;
    return 0;
}
