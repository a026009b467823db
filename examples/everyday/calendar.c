//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 60
//@ truth: holds
//@ verdict: true
// Dates of 1900 to 2100: the day of the year leads back to the same month and day.
#include <assert.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);

#define N_MONTHS 12
static const int days_of_month[N_MONTHS] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

struct date {
    int year, month, day; /* months and days from 1 on */
};

static bool is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int length_of_month(int year, int month)
{
    return days_of_month[month - 1] + (month == 2 && is_leap(year));
}

static int day_of_year(struct date date)
{
    int day = date.day;
    for (int month = 1; month < date.month; month++)
        day += length_of_month(date.year, month);
    return day;
}

static struct date date_of(int year, int day)
{
    int month = 1;
    while (month < N_MONTHS && day > length_of_month(year, month)) {
        day -= length_of_month(year, month);
        month++;
    }
    return (struct date){ year, month, day };
}

int main(void)
{
    struct date date;
    date.year = __VERIFIER_nondet_int();
    date.month = __VERIFIER_nondet_int();
    date.day = __VERIFIER_nondet_int();
    if (date.year < 1900 || date.year > 2100 || date.month < 1 || date.month > N_MONTHS)
        return 0;
    if (date.day < 1 || date.day > length_of_month(date.year, date.month))
        return 0;
    int day = day_of_year(date);
    assert(day >= 1 && day <= 365 + is_leap(date.year));
    struct date again = date_of(date.year, day);
    assert(again.month == date.month && again.day == date.day);
    return 0;
}
