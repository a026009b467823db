//@ run: verify %s --property unreach-call
// A string ends with its line at the latest.
const char *s = "no end; //~ error[E0103]: string literal is never closed
const char *t = "fine";
int main(void)
{
    return 'x; //~ error[E0103]: character constant is never closed
}
