/* How the locale "C" writes numbers and money. */
struct lconv {
    char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol;
    char *mon_decimal_point, *mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign;
    char numbers[14];
};

static struct lconv conventions = {
    ".", "", "", "", "", "", "", "", "", "",
    { 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127 },
};

struct lconv *localeconv(void)
{
    return &conventions;
}
