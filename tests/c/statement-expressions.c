//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The value of a statement expression is that of its last expression; declarations inside are its own.
extern void reach_error(void);

#define MAX(a, b) ({ int a_ = (a); int b_ = (b); a_ > b_ ? a_ : b_; })

int main(void)
{
    int calls = 0;
    int x = MAX(calls++, 7) + MAX(3, -3);
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += ({ if (i == 2) continue; i; });
    int nested = ({ int y = ({ int y = 4; y + 1; }); y * 2; });
    int none = ({ goto out; 1; });
    sum = 1000 + none;
out:
    if (x == 10 && calls == 1 && sum == 4 && nested == 10)
        reach_error(); //~ violated unreach-call
    return 0;
}
