//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// Vectors of GNU C are read; lane by lane arithmetic is not modelled yet.
extern void reach_error(void);

typedef int v4 __attribute__((vector_size(16)));

int main(void)
{
    v4 a = { 1, 2, 3, 4 }, b = { 10, 20, 30, 40 };
    v4 c = a + b * 2;
    if (c[0] == 21 && c[3] == 84 && sizeof(v4) == 16)
        reach_error();
    return 0;
}
