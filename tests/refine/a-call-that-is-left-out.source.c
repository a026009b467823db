// See a-call-that-is-left-out.target.c.
extern int next(void);
int f(void)
{
    int a = next();
    int b = next();
    return a + b;
}
