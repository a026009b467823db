//@ run: verify %s --function f
// A clause calls nothing.
int set(void);
//@ ensures \old(set()) == 1; //~ error[E0952]: a clause must not change anything or call a function, and it calls a function //~ error[E0952]: a clause must not change anything or call a function, and it calls a function
int f(int n)
{
    return n;
}
