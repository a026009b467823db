// See another-call-before-what-is-undefined.target.c.
extern int next(void);
int f(int p)
{
    next();
    return p / 0;
}
