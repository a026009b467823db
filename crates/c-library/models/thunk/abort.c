_Noreturn void abort(void)
{
    __builtin_abort();
}
