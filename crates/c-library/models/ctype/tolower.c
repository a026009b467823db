/* What is no character is read as one where it can be, and else given back: so the GNU C library. */
extern void __linchpin_undefined(const char *);

int tolower(int c)
{
    if (c < -1 || c > 255)
        __linchpin_undefined("`tolower` is given an unsigned char or EOF");
    if (c >= -128 && c < -1)
        return c + 256;
    return c >= 65 && c <= 90 ? c + 32 : c;
}
