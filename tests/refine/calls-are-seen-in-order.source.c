// See calls-are-seen-in-order.target.c.
extern void first(int), second(int);
void f(int n)
{
    first(n);
    second(n);
}
