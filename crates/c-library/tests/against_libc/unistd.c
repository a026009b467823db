/* Files and processes by number: what the library does is one of what the models allow. */
#include "random.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/time.h>

ssize_t model_read(int, void *, size_t), model_write(int, const void *, size_t);
ssize_t model_readlink(const char *, char *, size_t);
int model_pipe(int *), model_dup(int), model_dup2(int, int), model_close(int), model_isatty(int);
int model_open(const char *, int, ...), model_getpagesize(void), model_usleep(unsigned);
int model_getpid(void), model_access(const char *, int), model_unlink(const char *);
off_t model_lseek(int, off_t, int);
long model_sysconf(int);
unsigned model_sleep(unsigned), model_getuid(void);

/* Bytes through a pipe: as many as there are, and nothing else is touched. */
static void through_a_pipe(void)
{
    int ends[2];
    char given[60], theirs[70], mine[70];
    SAME(pipe(ends) == 0, "no pipe");
    size_t n = any(sizeof given), size = any(sizeof theirs);
    for (size_t i = 0; i < n; i++)
        given[i] = (char)any(256);
    WITHIN(write(ends[1], given, n), model_write(3, given, n));
    close(ends[1]);
    memset(theirs, 'x', sizeof theirs), memset(mine, 'x', sizeof mine);
    comes(given, n);
    ssize_t a = read(ends[0], theirs, size), b = model_read(3, mine, size);
    coming = 0;
    SAME(a == b && !memcmp(theirs, mine, sizeof mine), "%zd %zd", a, b);
    close(ends[0]);
    WITHIN(read(ends[0], theirs, size), model_read(3, mine, size));
    WITHIN(write(ends[0], given, n), model_write(3, given, n));
}

static void numbers(void)
{
    int ends[2], made[2];
    SAME(pipe(ends) == 0, "no pipe");
    WITHIN(0, model_pipe(made));
    WITHIN(-1, model_pipe(made));
    WITHIN(dup(ends[0]) >> 12, model_dup(3) >> 12);
    WITHIN(dup2(ends[0], ends[1]), model_dup2(ends[0], ends[1]));
    WITHIN(dup2(-1, 1), model_dup2(-1, 1));
    WITHIN(isatty(ends[0]), model_isatty(ends[0]));
    WITHIN(lseek(ends[0], 0, SEEK_CUR), model_lseek(ends[0], 0, SEEK_CUR));
    WITHIN(close(ends[0]), model_close(ends[0]));
    WITHIN(close(ends[0]), model_close(ends[0]));
    int file = open("/dev/zero", O_RDONLY);
    WITHIN(file >> 12, model_open("/dev/zero", O_RDONLY) >> 12);
    WITHIN(lseek(file, 5, SEEK_SET) >> 17, model_lseek(file, 5, SEEK_SET) >> 17);
    WITHIN(open("/no/such", O_RDONLY), model_open("/no/such", O_RDONLY) >> 12);
    WITHIN(access("/dev/null", R_OK), model_access("/dev/null", R_OK));
    WITHIN(unlink("/no/such"), model_unlink("/no/such"));
    char link[8];
    WITHIN(readlink("/proc/self/exe", link, sizeof link), model_readlink("x", link, sizeof link));
}

static void wake(int signal) { (void)signal; }

static void processes(void)
{
    SAME(getpagesize() == model_getpagesize(), "%d", getpagesize());
    SAME(sysconf(_SC_PAGESIZE) == model_sysconf(_SC_PAGESIZE), "page size");
    WITHIN(sysconf(_SC_NPROCESSORS_ONLN) >> 17, model_sysconf(_SC_NPROCESSORS_ONLN) >> 17);
    SAME(model_getpid() > 0 && model_getpid() == model_getpid(), "no process");
    SAME(model_getuid() == model_getuid(), "another user");
    struct sigaction act = { .sa_handler = wake };
    struct itimerval soon = { .it_value = { 0, 2000 } };
    sigaction(SIGALRM, &act, 0);
    setitimer(ITIMER_REAL, &soon, 0);
    unsigned left = sleep(3);
    WITHIN(left, model_sleep(3));
    WITHIN(usleep(1), model_usleep(1));
}

int main(void)
{
    for (int i = 0; i < 100; i++)
        through_a_pipe();
    for (int i = 0; i < 5; i++)
        numbers();
    processes();
    return finish();
}
