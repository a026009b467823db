// See calls-that-are-not-observed.target.c.
extern void log_it(int), second(int);
void f(int n)
{
    log_it(n);
    second(n);
}
