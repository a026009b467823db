//@ run: verify %s --cpu-time 20
//@ truth: holds
//@ verdict: true
//@ shows: `assigns` is asked about static objects here
// What is listed by a pointer may be one of the static objects.
static int shown, hidden;

//@ requires \valid(p);
//@ assigns *p;
static void set(int *p)
{
    *p = 1;
}

int main(void)
{
    set(&shown);
    //@ assert shown == 1 && hidden == 0;
    return 0;
}
