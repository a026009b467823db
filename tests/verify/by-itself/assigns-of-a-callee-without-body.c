//@ run: verify %s --cpu-time 20
//@ truth: holds
//@ verdict: true
//@ shows: contracts of functions without body are believed: `fill`
// Nobody sees the body: what it does not list is as it was, and what it lists is as it promises.
//@ requires n >= 0 && \valid(buffer + (0 .. n - 1));
//@ assigns buffer[0 .. n - 1], filled;
//@ ensures 0 <= filled <= n;
void fill(char *buffer, int n);

int filled;
int limit = 7;

int main(void)
{
    struct {
        char text[4];
        int behind;
    } s = {"abc", 5};
    fill(s.text, 2);
    //@ assert s.text[2] == 'c' && s.behind == 5 && limit == 7;
    //@ assert 0 <= filled <= 2;
    return 0;
}
