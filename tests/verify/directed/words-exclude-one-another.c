//@ run: verify %s --property unreach-call --engine directed
//@ truth: holds
//@ verdict: true
// What is sent is forgotten when the connection closes: a lemma of two words, which no loop condition says.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int is_open = 0, n_sent = 0;
    while (1) {
        int event = __VERIFIER_nondet_int();
        if (event == 1) {
            is_open = 1;
        } else if (event == 2 && is_open && n_sent < 10) {
            n_sent++;
        } else if (event == 3) {
            is_open = 0;
            n_sent = 0;
        }
        if (!is_open && n_sent > 0)
            reach_error();
    }
}
