//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[shift]: left shift of the negative number -1: `x << 2`
// What is shifted is told.
int main(void)
{
    int x = -1;
    return x << 2; //~ violated shift
}
