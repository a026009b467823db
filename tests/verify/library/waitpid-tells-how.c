//@ run: verify %s
//@ truth: fails
//@ verdict: false(unreach-call)
// A child may have been killed.
#include <assert.h>
#include <sys/wait.h>
int main(void)
{
    int status;
    if (wait(&status) > 0)
        assert(WIFEXITED(status)); //~ violated assertion
    return 0;
}
