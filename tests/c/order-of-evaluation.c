//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// && and || stop early, the comma and the conditional sequence, side effects happen once.
extern void reach_error(void);

static int log_;
static int note(int digit, int value) { log_ = log_ * 10 + digit; return value; }

int main(void)
{
    int i = 0, a[3] = { 0 };
    int x = note(1, 0) && note(2, 1);
    int y = note(3, 1) || note(4, 1);
    int z = (note(5, 9), note(6, 8));
    a[i++] = 7;
    int w = note(7, 0) ? note(8, 1) : note(9, 2);
    int *p = a;
    *p++ += 1;
    if (log_ == 135679 && !x && y == 1 && z == 8 && w == 2 && i == 1 && a[0] == 8 && p == a + 1)
        reach_error(); //~ violated unreach-call
    return 0;
}
