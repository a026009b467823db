//@ run: refine %s tests/refine/others/a-global-of-others-keeps-its-value.source.c
//@ truth: holds
//@ verdict: true
// Beside a whole program their globals begin with their initial values, and nobody writes this one.
//@ env "a-global-of-others-keeps-its-value.env.c";
int x;
int main(void)
{
    return x == 8;
}
