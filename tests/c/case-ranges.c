//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// case low ... high covers both ends; cases are converted to the promoted type of the condition.
extern void reach_error(void);

static int class(int c)
{
    switch (c) {
    case '0' ... '9':
        return 1;
    case 'a' ... 'z': case 'A' ... 'Z':
        return 2;
    case -5 ... -1:
        return 3;
    case 1000 ... 1000:
        return 4;
    default:
        return 0;
    }
}

int main(void)
{
    unsigned char byte = 200;
    int wrapped = 0;
    switch (byte) {
    case 200: wrapped = 1; break;
    case 201 ... 255: wrapped = 2; break;
    }
    if (class('0') == 1 && class('9') == 1 && class(':') == 0 && class('a') == 2
        && class('Z') == 2 && class(-5) == 3 && class(-6) == 0 && class(1000) == 4 && wrapped == 1)
        reach_error(); //~ violated unreach-call
    return 0;
}
