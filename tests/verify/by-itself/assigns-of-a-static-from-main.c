//@ run: verify %s --cpu-time 20
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: `count` writes `total`, which its `assigns` does not list
// A clause is asked of whole programs, too, as far as static objects go.
static int calls, total;

//@ assigns calls; //~ violated unreach-call
static int count(int x)
{
    calls++;
    if (calls == 3)
        total += x;
    return x;
}

int main(void)
{
    for (int i = 0; i < 5; i++)
        count(i);
    return 0;
}
