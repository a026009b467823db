/* err.h: messages of programs that give up, and how these end. What is written is not compared. */
#include "random.h"
#include <err.h>
#include <sys/wait.h>

void model_warn(const char *, ...), model_warnx(const char *, ...);
void model_vwarn(const char *, va_list), model_vwarnx(const char *, va_list);
void model_err(int, const char *, ...), model_errx(int, const char *, ...);
void model_verr(int, const char *, va_list), model_verrx(int, const char *, va_list);

int *model___errno_location(void);

/* How a process ends that calls one of them, and whether it does. */
static int end(int which, int status)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(99);
        switch (which) {
        case 0: err(status, "%d %s", 7, "text"); break;
        case 1: model_err(status, "%d %s", 7, "text"); break;
        case 2: errx(status, "%d %s", 7, "text"); break;
        case 3: model_errx(status, "%d %s", 7, "text"); break;
        case 4: err(status, 0); break;
        case 5: model_err(status, 0); break;
        case 6: errx(status, 0); break;
        default: model_errx(status, 0); break;
        }
        _exit(98);
    }
    int ended = 0;
    waitpid(child, &ended, 0);
    return ended;
}

static void list(void (*say)(const char *, va_list), const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say(format, list);
    va_end(list);
}

/* What is said leaves the program as it was, up to `errno`, which it may change. */
static void said(void)
{
    int kept = dup(2);
    if (kept < 0 || !freopen("/dev/null", "w", stderr))
        return;
    char text[20];
    string(text, 15);
    int number = (int)any(40);
#define LEAVES(call, ours)                                                     \
    WITHIN((errno = number, call, errno),                                      \
           (*model___errno_location() = number, ours, *model___errno_location()))
    LEAVES(warn("%s %d", text, 3), model_warn("%s %d", text, 3));
    LEAVES(warnx("%s", text), model_warnx("%s", text));
    LEAVES(warn(0), model_warn(0));
    LEAVES(list(vwarn, "%s", text), list(model_vwarn, "%s", text));
    LEAVES(list(vwarnx, "%s", text), list(model_vwarnx, "%s", text));
    fflush(stderr);
    dup2(kept, 2);
    close(kept);
}

int main(void)
{
    for (int i = 0; i < 40; i++) {
        int status = (int)any(300) - 20;
        for (int which = 0; which < 8; which += 2) {
            int theirs = end(which, status), mine = end(which + 1, status);
            SAME(theirs == mine, "%d, status %d: %x %x", which, status, theirs, mine);
        }
        said();
    }
    return finish();
}
