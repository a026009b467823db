//@ run: verify tests/verify/units/input/twice.c %s --property unreach-call
int twice(int x) //~ error[E0260]: `twice` is defined in two files
{
    return x + x;
}
int big = 2; //~ error[E0260]: `big` is defined in two files
