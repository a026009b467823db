//@ run: verify %s --reproducer %t.c --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// Variables with external linkage are changed under their names.
extern void reach_error(void);
int state;
_Bool is_ready;
unsigned char table[4];
extern void tick(void);
int main(void)
{
    tick();
    if (state == 5 && is_ready && table[3] == 200)
        reach_error(); //~ violated unreach-call
    return 0;
}
