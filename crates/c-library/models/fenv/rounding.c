/* Rounding is to nearest; which exceptions floating arithmetic has raised is not modelled. The
   numbers are those of x86. */
extern int __linchpin_unmodelled_int(void);
extern void __linchpin_unsupported(const char *);

int fegetround(void)
{
    return 0;
}

int fesetround(int mode)
{
    if (mode == 0x400 || mode == 0x800 || mode == 0xc00)
        __linchpin_unsupported("rounding other than to nearest");
    return mode != 0;
}

int feclearexcept(int exceptions)
{
    return 0;
}

int feraiseexcept(int exceptions)
{
    return 0;
}

int fetestexcept(int exceptions)
{
    return __linchpin_unmodelled_int() & exceptions & 61;
}
