/* Wide characters in the locale "C", the only one that is modelled (`setlocale`). */
extern int __VERIFIER_nondet_int(void);

/* Any number but zero means true. */
static int truth(int holds)
{
    int any = __VERIFIER_nondet_int();
    return !holds ? 0 : any == 0 ? 1 : any;
}

static int is_lower(unsigned c)
{
    return c >= 'a' && c <= 'z';
}

static int is_upper(unsigned c)
{
    return c >= 'A' && c <= 'Z';
}

static int is_digit(unsigned c)
{
    return c >= '0' && c <= '9';
}

int iswlower(unsigned c)
{
    return truth(is_lower(c));
}

int iswupper(unsigned c)
{
    return truth(is_upper(c));
}

int iswdigit(unsigned c)
{
    return truth(is_digit(c));
}

int iswalpha(unsigned c)
{
    return truth(is_lower(c) || is_upper(c));
}

int iswalnum(unsigned c)
{
    return truth(is_lower(c) || is_upper(c) || is_digit(c));
}

int iswxdigit(unsigned c)
{
    return truth(is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));
}

int iswspace(unsigned c)
{
    return truth(c == ' ' || (c >= 9 && c <= 13));
}

int iswblank(unsigned c)
{
    return truth(c == ' ' || c == 9);
}

int iswcntrl(unsigned c)
{
    return truth(c < 32 || c == 127);
}

int iswprint(unsigned c)
{
    return truth(c >= 32 && c < 127);
}

int iswgraph(unsigned c)
{
    return truth(c > 32 && c < 127);
}

int iswpunct(unsigned c)
{
    return truth(c > 32 && c < 127 && !is_lower(c) && !is_upper(c) && !is_digit(c));
}

unsigned towlower(unsigned c)
{
    return is_upper(c) ? c + 32 : c;
}

unsigned towupper(unsigned c)
{
    return is_lower(c) ? c - 32 : c;
}
