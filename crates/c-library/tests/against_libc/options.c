/* Options of command lines: the same results, the same objects and the same order of arguments, call
   by call. */
#include "random.h"
#include <getopt.h>

int model_getopt(int, char *const *, const char *);
int model___posix_getopt(int, char *const *, const char *);
int model_getopt_long(int, char *const *, const char *, const struct option *, int *);
int model_getopt_long_only(int, char *const *, const char *, const struct option *, int *);
extern char *model_optarg;
extern int model_optind, model_opterr, model_optopt;

static const char *const letters[] = { "ab:c::", "+ab:c", "-ab:", ":ab:c::", "", "a", "aW;b", "+:ab:" };
static const char *const arguments[] = {
    "-a", "-b", "-bx", "-c", "-cy", "-ab", "-abz", "--", "-", "x", "yy", "--add", "--al", "--all=3",
    "--file", "--file=n", "--fi", "-z", "-W", "-Wadd", "-al", "-file", "--none", "-b-", "---", "",
    "-add=", "--a", "-:", "-W", "file=7", "-W;",
};
static int theirs, mine;

static void one_line(void)
{
    struct option words[] = {
        { "add", 0, 0, 'A' }, { "all", 2, 0, 'L' }, { "file", 1, 0, 'F' }, { "alike", 0, 0, 'A' },
        { "flag", 0, &theirs, 7 }, { "b", 1, 0, 'B' }, { 0, 0, 0, 0 },
    };
    struct option ours[sizeof words / sizeof *words];
    memcpy(ours, words, sizeof words);
    ours[4].flag = &mine;
    char *real[10], *argv[10];
    int argc = 1 + (int)any(8), how = (int)any(3), index = -1, our_index = -1;
    const char *set = letters[any(8)];
    for (int i = 0; i < argc; i++)
        real[i] = argv[i] = (char *)arguments[any(sizeof arguments / sizeof *arguments)];
    real[argc] = argv[argc] = 0;

    opterr = model_opterr = 0;
    is_posixly_correct = (int)any(2);
    if (is_posixly_correct)
        setenv("POSIXLY_CORRECT", "1", 1);
    else
        unsetenv("POSIXLY_CORRECT");
    /* 0 makes both begin anew. */
    optind = model_optind = 0;
    for (int calls = 0; calls < 30; calls++) {
        int a, b;
        if (how == 0) {
            a = getopt(argc, real, set), b = model_getopt(argc, argv, set);
        } else if (how == 1) {
            a = getopt_long(argc, real, set, words, &index);
            b = model_getopt_long(argc, argv, set, ours, &our_index);
        } else {
            a = getopt_long_only(argc, real, set, words, &index);
            b = model_getopt_long_only(argc, argv, set, ours, &our_index);
        }
        SAME(a == b && optind == model_optind && optopt == model_optopt && index == our_index
                 && theirs == mine && !memcmp(real, argv, sizeof *argv * (argc + 1)),
             "%d %d of \"%s\" in way %d, at %d %d", a, b, set, how, optind, model_optind);
        SAME(optarg == model_optarg, "%s %s", optarg, model_optarg);
        if (a != b || a == -1)
            break;
    }
}

/* Without the messages, but they are asked for. */
static void complaining(void)
{
    char *argv[] = { "program", "-q", 0 };
    is_posixly_correct = 0;
    model_optind = 0, model_opterr = 1;
    SAME(model_getopt(2, argv, "a") == '?' && model_optopt == 'q', "%d", model_optopt);
    char *line[] = { "program", "x", "-a", 0 };
    model_optind = 0;
    SAME(model___posix_getopt(3, line, "a") == -1 && model_optind == 1, "%d", model_optind);
}

int main(void)
{
    for (int i = 0; i < 200000; i++)
        one_line();
    complaining();
    return finish();
}
