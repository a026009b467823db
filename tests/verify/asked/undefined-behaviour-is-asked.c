//@ run: verify %s
//@ truth: fails
//@ verdict: false(def-behavior)
// A division by zero is no overflow, no access and no failed assertion.
extern int read_sensor(void);
int main(void)
{
    int x = read_sensor() & 7;
    return 100 / x; //~ violated division-by-zero
}
