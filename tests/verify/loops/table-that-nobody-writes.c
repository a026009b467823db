//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// What a table holds is known behind every loop, since nothing writes to it.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static const unsigned char days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
int main(void)
{
    unsigned month = 0, day = 1, leap = __VERIFIER_nondet_uint() & 1;
    for (;;) {
        unsigned last = days[month] + (month == 1 && leap);
        if (day < last) {
            day++;
        } else {
            day = 1;
            month = (month + 1) % 12;
        }
        if (day > 31 || (month == 1 && day > 29))
            reach_error();
    }
}
