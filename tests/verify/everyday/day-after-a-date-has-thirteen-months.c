//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// After December comes another month, it says.
#include <assert.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
struct date {
    int year, month, day;
};
static const int lengths[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

static bool is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int length(int year, int month)
{
    return lengths[month - 1] + (month == 2 && is_leap(year) ? 1 : 0);
}

static bool is_date(struct date date)
{
    return date.year >= 1 && date.year <= 9999 && date.month >= 1 && date.month <= 12 && date.day >= 1
        && date.day <= length(date.year, date.month);
}

int main(void)
{
    struct date date = { __VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int() };
    if (!is_date(date))
        return 0;
    for (int n = __VERIFIER_nondet_int(); n > 0 && date.year < 9999; n--) {
        if (++date.day > length(date.year, date.month)) {
            date.day = 1;
            if (++date.month > 13) {
                date.month = 1;
                date.year++;
            }
        }
        assert(is_date(date)); //~ violated assertion
    }
    return 0;
}
