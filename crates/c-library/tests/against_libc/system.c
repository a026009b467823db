/* Names, folders, signals and what the system tells: one of what the models allow. */
#include "random.h"
#include <dirent.h>
#include <fcntl.h>
#include <libgen.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/wait.h>

char *model_basename(const char *), *model___xpg_basename(char *), *model_dirname(char *);
int model_stat(const char *, struct stat *), model_fstat(int, struct stat *);
char *model_getcwd(char *, size_t), *model_realpath(const char *, char *);
int model_mkstemp(char *), model_gethostname(char *, size_t), model_uname(struct utsname *);
int model_getrlimit(int, struct rlimit *), model_getrusage(int, struct rusage *);
clock_t model_times(struct tms *);
int model_sigemptyset(sigset_t *), model_sigfillset(sigset_t *), model_sigaddset(sigset_t *, int);
int model_sigdelset(sigset_t *, int), model_sigismember(const sigset_t *, int);
int model_sigaction(int, const struct sigaction *, struct sigaction *);
void (*model_signal(int, void (*)(int)))(int);
int model_poll(struct pollfd *, nfds_t, int), model_waitpid(pid_t, int *, int);
int model_select(int, fd_set *, fd_set *, fd_set *, struct timeval *);
void *model_opendir(const char *);
struct dirent *model_readdir(void *);
int model_closedir(void *), model_fcntl(int, int, ...);
ssize_t model_getrandom(void *, size_t, unsigned);
char *model_strsignal(int);
int *model___errno_location(void);
int model_chown(const char *, uid_t, gid_t), model_lchown(const char *, uid_t, gid_t);
int model_fchown(int, uid_t, gid_t), model_fchmod(int, mode_t), model_fchdir(int);
int model_mkfifo(const char *, mode_t), model_faccessat(int, const char *, int, int);
int model_mkdirat(int, const char *, mode_t), model_unlinkat(int, const char *, int);
int model_renameat(int, const char *, int, const char *), model_openat(int, const char *, int, ...);
int model_fdatasync(int), model_lockf(int, int, off_t), model_flock(int, int);
int model_pipe2(int *, int), model_setpgid(pid_t, pid_t), model_getpgrp(void), model_setsid(void);

static void names(void)
{
    static const char *const parts[] = { "/", "a", "//", "bc", ".", "..", "" };
    char path[40] = "", one[40], other[40];
    for (unsigned i = any(6); i > 0; i--)
        strcat(path, parts[any(7)]);
    char *slash = strrchr(path, '/');
    SAME(model_basename(path) == (slash ? slash + 1 : path), "%s", path);
    strcpy(one, path), strcpy(other, path);
    SAME(!strcmp(basename(one), model___xpg_basename(other)) && !strcmp(one, other), "%s", path);
    strcpy(one, path), strcpy(other, path);
    SAME(!strcmp(dirname(one), model_dirname(other)) && !strcmp(one, other), "%s: %s, not %s", path, one,
         other);
}

/* Sizes: a record that is too small is overwritten. */
static void records(void)
{
#define ROOM(type, call)                                                       \
    do {                                                                       \
        struct { type it; unsigned char behind[16]; } room;                    \
        memset(&room, 77, sizeof room);                                        \
        for (int i = 0; i < 20; i++)                                           \
            call;                                                              \
        for (int i = 0; i < 16; i++)                                           \
            SAME(room.behind[i] == 77, #type " is smaller");                   \
    } while (0)
    ROOM(struct stat, model_stat("/", &room.it));
    ROOM(struct utsname, model_uname(&room.it));
    ROOM(struct rlimit, model_getrlimit(0, &room.it));
    ROOM(struct rusage, model_getrusage(0, &room.it));
    ROOM(struct tms, model_times(&room.it));
    ROOM(struct sigaction, model_sigaction(SIGUSR2, 0, &room.it));
    struct stat told;
    WITHIN(stat("/no/such", &told), model_stat("/no/such", &told));
    WITHIN(stat("/", &told), model_stat("/", &told));
    /* What a model sets is where the program looks for it. */
    for (int i = 0; i < 100; i++) {
        if (model_stat("/", &told) != 0)
            continue;
        SAME(told.st_size >= 0 && told.st_blksize > 0 && told.st_blocks >= 0, "%ld", told.st_size);
        SAME(told.st_mtim.tv_nsec >= 0 && told.st_mtim.tv_nsec < 1000000000, "nanoseconds");
        SAME(S_ISREG(told.st_mode) || S_ISDIR(told.st_mode) || S_ISLNK(told.st_mode)
                 || S_ISCHR(told.st_mode) || S_ISBLK(told.st_mode) || S_ISFIFO(told.st_mode)
                 || S_ISSOCK(told.st_mode), "%o", told.st_mode);
    }
}

static void texts(void)
{
    char path[4097], name[70] = "./linchpin-XXXXXX", bad[] = "abcXXXXX";
    for (int i = 0; i < 50; i++) {
        if (model_getcwd(path, sizeof path))
            SAME(path[0] == '/' && strlen(path) < sizeof path, "%s", path);
        size_t size = 2 + any(5);
        path[size] = 'x';
        if (model_getcwd(path, size))
            SAME(strlen(path) < size && path[size] == 'x', "%s", path);
        if (model_realpath("/", path))
            SAME(path[0] == '/' && strlen(path) < 4096, "%s", path);
    }
    SAME(model_mkstemp(bad) == mkstemp(bad) && !strcmp(bad, "abcXXXXX"), "%s", bad);
    WITHIN(0, model_mkstemp(name) < 0);
    SAME(!strncmp(name, "./linchpin-", 11) && strlen(name) == 17, "%s", name);
    memset(name, 'z', sizeof name);
    for (int i = 0; i < 50; i++)
        if (model_gethostname(name, 10) == 0)
            SAME(name[10] == 'z', "too much");
    SAME(strlen(model_strsignal(3)) < 1024, "no end");
}

static void folders(void)
{
    void *folder = model_opendir("/");
    while (!folder)
        folder = model_opendir("/");
    for (int i = 0; i < 200; i++) {
        struct dirent *entry = model_readdir(folder);
        SAME(!entry || (entry->d_name[0] && strlen(entry->d_name) < 256 && !strchr(entry->d_name, '/')),
             "%s", entry->d_name);
    }
    DIR *real = opendir("/dev");
    for (struct dirent *entry; (entry = readdir(real));) {
        SAME(offsetof(struct dirent, d_name) == 19 && sizeof *entry == 280, "another record");
        SAME(entry->d_type < 13 && (entry->d_type == 0 || entry->d_type % 2 == 0 || entry->d_type == 1),
             "%d", entry->d_type);
    }
    closedir(real);
    WITHIN(0, model_fcntl(1, F_GETFL) < 0);
    model_closedir(folder);
}

static void signals(void)
{
    sigset_t one, other;
    memset(&one, 5, sizeof one), memset(&other, 5, sizeof other);
    for (int i = 0; i < 60; i++) {
        int number = (int)any(70) - 2;
        switch (any(5)) {
        case 0: SAME(sigemptyset(&one) == model_sigemptyset(&other), "empty"); break;
        case 1: SAME(sigfillset(&one) == model_sigfillset(&other), "full"); break;
        case 2: SAME(sigdelset(&one, number) == model_sigdelset(&other, number), "%d", number); break;
        default: SAME(sigaddset(&one, number) == model_sigaddset(&other, number), "%d", number); break;
        }
        SAME(sigismember(&one, number) == model_sigismember(&other, number), "%d", number);
        SAME(!memcmp(&one, &other, sizeof one), "%d", number);
    }
    static int is_set[70];
    int number = (int)any(67);
    void (*to)(int) = any(2) ? SIG_IGN : SIG_DFL;
    void (*theirs)(int) = signal(number, to), (*mine)(int) = model_signal(number, to);
    /* At first it may be ignored. */
    SAME(theirs == mine || !is_set[number], "%d: %p %p", number, theirs, mine);
    is_set[number] = 1;
    struct sigaction a, b;
    int c = sigaction(number, 0, &a), d = model_sigaction(number, 0, &b);
    SAME(c == d && (c != 0 || a.sa_handler == b.sa_handler), "%d", number);
}

static void waiting(void)
{
    for (int i = 0; i < 500; i++) {
        struct pollfd files[3] = { { 0, POLLIN, 5 }, { -1, POLLIN, 5 }, { 2, POLLOUT, 5 } };
        int n = model_poll(files, 3, 0);
        SAME(n < 0 || n == !!files[0].revents + !!files[2].revents, "%d", n);
        SAME(n < 0 || (files[1].revents == 0 && !(files[0].revents & POLLOUT)), "unasked");
        fd_set set;
        FD_ZERO(&set);
        FD_SET(3, &set);
        FD_SET(70, &set);
        n = model_select(71, &set, 0, 0, 0);
        SAME(n < 0 || n == !!FD_ISSET(3, &set) + !!FD_ISSET(70, &set), "%d", n);
        int status = 12345;
        pid_t child = model_waitpid(7, &status, 0);
        SAME(child == -1 || child == 7, "%d", child);
        SAME(child == -1 || WIFEXITED(status) || WIFSIGNALED(status) || WIFSTOPPED(status), "%x", status);
        char bytes[40];
        ssize_t got = model_getrandom(bytes, sizeof bytes, 0);
        SAME(got == -1 || got == sizeof bytes, "%zd", got);
    }
    pid_t child = fork();
    if (child == 0)
        _exit(3);
    int theirs, mine, found = 0;
    waitpid(child, &theirs, 0);
    for (int i = 0; i < 100000 && !found; i++)
        found = model_waitpid(child, &mine, 0) == child && WIFEXITED(mine) == WIFEXITED(theirs);
    SAME(found, "no such end");
}

/* What is done to files and processes succeeds or fails, and says why. */
static void managing(void)
{
    char folder[] = P_tmpdir "/linchpin-XXXXXX";
    if (!mkdtemp(folder))
        return;
    int at = open(folder, O_RDONLY | O_DIRECTORY), file = openat(at, "file", O_RDWR | O_CREAT, 0600);
    const char *const names[] = { "file", "fifo", "no/such", "folder" };
    for (int i = 0; i < 40; i++) {
        const char *name = names[any(4)], *other = names[any(4)];
        char path[60];
        snprintf(path, sizeof path, "%s/%s", folder, name);
        int closed = any(2) ? -1 : file;
        /* Both set `errno` where they fail. */
#define DONE(call, ours)                                                        \
    do {                                                                        \
        int result = (call), why = errno;                                       \
        WITHIN(result, ours);                                                   \
        if (result < 0)                                                         \
            WITHIN(why >> 12, ({                                                \
                       while ((ours) >= 0)                                      \
                           ;                                                    \
                       *model___errno_location() >> 12;                         \
                   }));                                                         \
    } while (0)
        switch (any(16)) {
        case 0: DONE(chown(path, getuid(), (gid_t)-1), model_chown(path, getuid(), (gid_t)-1)); break;
        case 1: DONE(lchown(path, getuid(), (gid_t)-1), model_lchown(path, 0, 0)); break;
        case 2: DONE(fchown(closed, getuid(), (gid_t)-1), model_fchown(closed, 0, 0)); break;
        case 3: DONE(fchmod(closed, 0600), model_fchmod(closed, 0600)); break;
        case 4: DONE(fchdir(closed), model_fchdir(closed)); break;
        case 5: DONE(mkfifo(path, 0600), model_mkfifo(path, 0600)); break;
        case 6: DONE(faccessat(at, name, R_OK, 0), model_faccessat(at, name, R_OK, 0)); break;
        case 7: DONE(mkdirat(at, name, 0700), model_mkdirat(at, name, 0700)); break;
        case 8: DONE(unlinkat(at, name, AT_REMOVEDIR), model_unlinkat(at, name, AT_REMOVEDIR)); break;
        case 9: DONE(renameat(at, name, at, other), model_renameat(at, name, at, other)); break;
        case 10: DONE(unlinkat(at, name, 0), model_unlinkat(at, name, 0)); break;
        case 11: DONE(fdatasync(closed), model_fdatasync(closed)); break;
        case 12: DONE(lockf(closed, F_TLOCK, 0), model_lockf(closed, F_TLOCK, 0)); break;
        case 13: DONE(flock(closed, LOCK_SH), model_flock(closed, LOCK_SH)); break;
        case 14: DONE(setpgid(-7, 0), model_setpgid(-7, 0)); break;
        default: DONE(openat(at, "no/such", O_RDONLY), model_openat(at, "no/such", O_RDONLY) >> 31); break;
        }
    }
    WITHIN(openat(at, ".", O_RDONLY) >> 12, model_openat(at, ".", O_RDONLY) >> 12);
    int made[2];
    WITHIN(pipe2(made, O_NONBLOCK), model_pipe2(made, O_NONBLOCK));
    WITHIN(getpgrp() >> 17, model_getpgrp() >> 17);
    WITHIN(setpgid(0, 0), model_setpgid(0, 0));
    SAME(setsid() == -1 && errno == EPERM, "a leader");
    while (model_setsid() != -1)
        ;
    SAME(*model___errno_location() == EPERM, "%d", *model___errno_location());
    close(at), close(file);
    char command[80];
    snprintf(command, sizeof command, "rm -r %s", folder);
    system(command);
}

int main(void)
{
    for (int i = 0; i < 5000; i++)
        names();
    records();
    texts();
    folders();
    for (int i = 0; i < 300; i++)
        signals();
    waiting();
    for (int i = 0; i < 10; i++)
        managing();
    return finish();
}
