extern int __VERIFIER_nondet_int(void);

static const char *const outside_of_unsigned_char_and_EOF;

/* Any number but zero means true. */
int islower(int c)
{
    if (c < -1 || c > 255)
        return *outside_of_unsigned_char_and_EOF;
    if (!(c >= 97 && c <= 122))
        return 0;
    int any = __VERIFIER_nondet_int();
    return any == 0 ? 1 : any;
}
