//@ run: verify %s --entry drop --property memsafety
//@ truth: fails
//@ verdict: unknown(inconclusive)
// A length as a parameter: of three elements, not three are left.
struct node {
    struct node *next;
    int value;
};
/*@ predicate counted(struct node *n, int len) = n == NULL && len == 0 ? emp
        : n->next |-> m * counted(m, len - 1) && len > 0; */
void free(void *);
extern int __VERIFIER_nondet_int(void);
/*@ requires counted(l, 3);
    ensures counted(\result, 3); */
struct node *drop(struct node *l)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    struct node *rest = l->next;
    rest->value = sum;
    free(l);
    return rest;
}
