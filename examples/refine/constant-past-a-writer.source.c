// A constant propagated past a point where others write: the source.
extern void hand_over(void);
int x, y;

void f(void)
{
    x = 100;
    hand_over();
    y = x + 6;
}
