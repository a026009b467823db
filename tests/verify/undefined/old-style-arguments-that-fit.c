//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// Promoted arguments are what an old-style definition takes.

int mixed();

int main(void)
{
    char c = 3;
    float f = 1.5f;
    return mixed(c, f, "x") != 4;
}

int mixed(c, f, s)
    char c;
    float f;
    char *s;
{
    return c + (f > 1.0f) + (*s != 'x');
}
