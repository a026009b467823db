//@ run: verify %s --reproducer %t.c --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// What the function changes is found through a pointer in what it is given.
extern void reach_error(void);
struct device {
    int id;
    struct registers {
        short unused, status;
    } *registers;
};
extern int start(struct device *);
int main(void)
{
    struct registers registers = { 0, 0 };
    struct device device = { 1, &registers };
    if (start(&device) == 3 && registers.status == -2)
        reach_error(); //~ violated unreach-call
    return 0;
}
