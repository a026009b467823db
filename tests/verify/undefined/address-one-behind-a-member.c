//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// The address of the element behind the last may be taken.

struct s { char a[4]; int tail; };

int main(void)
{
    struct s s = { { 0 }, 0 };
    char *end = &s.a[4];
    char *other = s.a + 4;
    return end != other;
}
