//@ run: refine %s tests/refine/an-index-is-checked.source.c
//@ truth: holds
//@ verdict: true
// An index outside of the array is undefined in both; inside the elements are the same.
int buf[3];
void put(int i, int v)
{
    int w = v;
    buf[i] = w;
}
