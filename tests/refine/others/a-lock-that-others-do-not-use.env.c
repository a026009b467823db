// What others do, for a-lock-that-others-do-not-use.target.c.
int x, y;
void env(void)
{
    int a = x;
    if (a == 1)
        x = 2;
}
