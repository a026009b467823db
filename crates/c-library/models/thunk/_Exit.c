_Noreturn void _Exit(int status)
{
    __builtin__Exit(status);
}
