/* What comes before `main`: vectors of strings of any length, in memory of their own. The first
   three are there; what others hold is not modelled, so that a run that reads one ends, while a
   proof takes it for any pointer. Numbers are small but for one choice, which is for the runs.
   Everything that makes bytes unknown comes before everything that sets some, since a proof may
   forget all bytes where some become unknown. */
typedef __typeof__(sizeof 0) size_t;

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void *__builtin_alloca(size_t);
extern void __linchpin_any_bytes(void *, size_t);
extern void __linchpin_unmodelled_bytes(void *, size_t);
extern void __linchpin_constructors();
extern int main();

static int any_count(void)
{
    unsigned char choice = __VERIFIER_nondet_uchar();
    if (choice != 171)
        return choice & 3;
    int n = __VERIFIER_nondet_int();
    return n < 0 || n > (sizeof(void *) == 8 ? 0x7ffffffe : 0x0ffffffe) ? 0 : n;
}

static size_t any_length(void)
{
    unsigned char length = __VERIFIER_nondet_uchar();
    return length != 171 ? length : __VERIFIER_nondet_uint() >> 2;
}

int __linchpin_start_2(void)
{
    int argc = any_count();
    char **argv = __builtin_alloca(((size_t)argc + 1) * sizeof(char *));
    size_t first_length = any_length();
    char *first = __builtin_alloca(first_length + 1);
    size_t second_length = any_length();
    char *second = __builtin_alloca(second_length + 1);
    size_t third_length = any_length();
    char *third = __builtin_alloca(third_length + 1);
    if (argc > 3)
        __linchpin_unmodelled_bytes(argv + 3, ((size_t)argc - 3) * sizeof(char *));
    __linchpin_any_bytes(first, first_length);
    __linchpin_any_bytes(second, second_length);
    __linchpin_any_bytes(third, third_length);
    first[first_length] = 0;
    second[second_length] = 0;
    third[third_length] = 0;
    if (argc > 0)
        argv[0] = first;
    if (argc > 1)
        argv[1] = second;
    if (argc > 2)
        argv[2] = third;
    argv[argc] = 0;
    __linchpin_constructors(argc, argv, (char **)0);
    return main(argc, argv, (char **)0);
}
