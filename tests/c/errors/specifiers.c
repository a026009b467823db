//@ run: verify %s --property unreach-call
// Words that make no declaration together.
int long float x;    //~ error[E0114]: two types
static extern int y; //~ error[E0113]: `static` and `extern`
enum { } none;       //~ error[E0115]: empty enumeration
int main(void)
{
    return 0;
    else //~ error[E0117]: `else` without `if`
        return 1;
}
