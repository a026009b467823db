/* Not static: whoever is outside calls the library too. */
_Thread_local int __linchpin_errno;

int *__errno_location(void)
{
    return &__linchpin_errno;
}

int *__errno(void)
{
    return &__linchpin_errno;
}

int *___errno(void)
{
    return &__linchpin_errno;
}
