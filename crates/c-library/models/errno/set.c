/* What other models do to errno. A program that never looks at it gets other definitions of the
   first four, which do nothing, and not the last one. */
extern int *__errno_location(void);
extern int __VERIFIER_nondet_int(void);
extern int __linchpin_unmodelled_int(void);

/* A call has failed and says why. */
void __linchpin_set_errno(void)
{
    int error = __VERIFIER_nondet_int();
    *__errno_location() = error <= 0 ? 5 : error;
}

/* A call has failed for just this reason. */
void __linchpin_set_errno_to(int error)
{
    *__errno_location() = error;
}

/* C17 7.5p3: a call may set it whether or not there is an error. */
void __linchpin_may_set_errno(void)
{
    int error = __VERIFIER_nondet_int();
    if (error > 0)
        *__errno_location() = error;
}

/* Whether there was an error is not modelled. */
void __linchpin_unmodelled_errno(void)
{
    *__errno_location() = __linchpin_unmodelled_int();
}

/* Lowering calls this where memory is allocated. */
void __linchpin_allocation_errno(void)
{
    *__errno_location() = __linchpin_unmodelled_int();
}
