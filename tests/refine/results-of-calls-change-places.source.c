// See results-of-calls-change-places.target.c.
extern int next(void);
int f(void)
{
    int b = next();
    int a = next();
    return a + b;
}
