//@ run: verify %s --cpu-time 20
//@ truth: fails
//@ verdict: false(unreach-call)
// What is listed may be anything behind the call.
//@ requires \valid(p);
//@ assigns *p;
void set(int *p);

int main(void)
{
    int x = 1, y = 2;
    set(&x);
    //@ assert y == 2;
    //@ assert x == 1; //~ violated unreach-call
    return 0;
}
