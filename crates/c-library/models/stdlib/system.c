typedef __typeof__(sizeof 0) size_t;
extern void __linchpin_may_set_errno(void);
extern size_t strlen(const char *);
extern int __VERIFIER_nondet_int(void);

/* What a command does to files is not the program's memory. */
int system(const char *command)
{
    if (command != 0)
        strlen(command);
    __linchpin_may_set_errno();
    return __VERIFIER_nondet_int();
}
