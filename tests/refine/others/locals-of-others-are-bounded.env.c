// What others do, for locals-of-others-are-bounded.target.c.
int x;
void env(void)
{
    int t = 1;
    for (;;) {
        x = t;
        t = t + 1;
        if (t > 3)
            t = 1;
    }
}
