/* Whether the environment asks for the order of POSIX, in a program that looks at its environment or
   changes it; another one gets any answer. */
extern int __linchpin_unmodelled_int(void);

int __linchpin_is_posixly_correct(void)
{
    return __linchpin_unmodelled_int() & 1;
}
