//@ run: verify %s
//@ truth: fails
//@ verdict: false(no-overflow)
// Without a property, overflow is asked about too.
extern int read_sensor(void);
int main(void)
{
    int x = read_sensor();
    return x + 1; //~ violated no-overflow
}
