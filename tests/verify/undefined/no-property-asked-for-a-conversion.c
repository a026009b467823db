//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Nobody asked, so it is mentioned and no violation.

int main(void)
{
    double d = 3e9;
    return (int)d;
}
