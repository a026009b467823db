static const char *const outside_of_unsigned_char_and_EOF;

int toupper(int c)
{
    if (c < -1 || c > 255)
        return *outside_of_unsigned_char_and_EOF;
    return c >= 97 && c <= 122 ? c - 32 : c;
}
