//@ run: verify %s --property unreach-call
// A clause is a condition in numbers that there are, and ends.
static int x;
//@ invariant x <= 99999999999999999999; //~ error[E0950]: `99999999999999999999` fits no type of C
//@ invariant x < 0x1ffffffffffffffff; //~ error[E0950]: `0x1ffffffffffffffff` fits no type of C
//@ invariant "x"; //~ error[E0950]: a string is no condition, and no number

int main(void)
{
    x = 1;
    return 0;
}
