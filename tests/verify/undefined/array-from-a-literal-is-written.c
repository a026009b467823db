//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// An array that a literal initialises is an object of its own.

int main(void)
{
    char s[] = "abc";
    s[1] = 'x';
    return s[1] != 'x';
}
