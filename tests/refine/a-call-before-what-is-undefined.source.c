// See a-call-before-what-is-undefined.target.c.
extern int next(void);
int f(void)
{
    int a = next();
    return (2 * a) << 31;
}
