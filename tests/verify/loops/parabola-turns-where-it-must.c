//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The twin of the one that fails: the highest point is what it is.
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
    if (top != 500000000500000000)
        reach_error();
    return 0;
}
