//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// What rises ever more slowly turns and falls: no leap goes beyond the turn.
extern void reach_error(void);
int main(void)
{
    long speed = 1000000000, height = 0, top = 0;
    while (height >= 0) {
        height += speed;
        speed--;
        if (height > top)
            top = height;
    }
    if (top == 500000000500000000)
        reach_error(); //~ violated unreach-call
    return 0;
}
