/* What is told of a file: any file. The layout is that of the GNU C library on x86, in both data
   models. */
typedef __typeof__(sizeof 0) size_t;
extern void __linchpin_set_errno(void);
extern void __linchpin_unsupported(const char *);
extern size_t strlen(const char *);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct stat;
struct stat64;

struct moment {
    long seconds;
    long nanoseconds;
};

struct of_lp64 {
    unsigned long device;
    unsigned long number;
    unsigned long n_links;
    unsigned mode;
    unsigned user;
    unsigned group;
    int padding;
    unsigned long special;
    long size;
    long size_of_block;
    long n_blocks;
    struct moment times[3];
    long reserved[3];
};

struct of_ilp32 {
    unsigned long long device;
    unsigned short padding;
    unsigned long number;
    unsigned mode;
    unsigned n_links;
    unsigned user;
    unsigned group;
    unsigned long long special;
    unsigned short more_padding;
    long size;
    long size_of_block;
    long n_blocks;
    struct moment times[3];
    unsigned long reserved[2];
};

static int failed(void)
{
    __linchpin_set_errno();
    return -1;
}

static long any_size(void)
{
    unsigned long st_size = __VERIFIER_nondet_ulong();
    return (long)(st_size & (unsigned long)-1 >> 1);
}

static long any_count(void)
{
    unsigned long st_blocks = __VERIFIER_nondet_ulong();
    return (long)(st_blocks & (unsigned long)-1 >> 1);
}

/* A kind of file, and the permissions. */
static unsigned any_mode(void)
{
    static const unsigned kinds[] = { 0100000, 0040000, 0120000, 0020000, 0060000, 0010000, 0140000 };
    unsigned kind = __VERIFIER_nondet_uint();
    return kinds[kind < 7 ? kind : 0] | (__VERIFIER_nondet_uint() & 07777);
}

static void set_times(struct moment *times)
{
    for (int i = 0; i < 3; i++) {
        times[i].seconds = (long)__VERIFIER_nondet_ulong();
        times[i].nanoseconds = (long)(__VERIFIER_nondet_uint() % 1000000000);
    }
}

static void fill_lp64(struct of_lp64 *to)
{
    to->device = __VERIFIER_nondet_ulong();
    to->number = __VERIFIER_nondet_ulong();
    to->n_links = __VERIFIER_nondet_ulong();
    to->mode = any_mode();
    to->user = __VERIFIER_nondet_uint();
    to->group = __VERIFIER_nondet_uint();
    to->padding = 0;
    to->special = __VERIFIER_nondet_ulong();
    to->size = any_size();
    to->size_of_block = (long)(__VERIFIER_nondet_uint() % 0x7fffffff) + 1;
    to->n_blocks = any_count();
    set_times(to->times);
    to->reserved[0] = to->reserved[1] = to->reserved[2] = 0;
}

static void fill_ilp32(struct of_ilp32 *to)
{
    to->device = __VERIFIER_nondet_uint();
    to->number = __VERIFIER_nondet_ulong();
    to->mode = any_mode();
    to->n_links = __VERIFIER_nondet_uint();
    to->user = __VERIFIER_nondet_uint();
    to->group = __VERIFIER_nondet_uint();
    to->special = __VERIFIER_nondet_uint();
    to->padding = to->more_padding = 0;
    to->size = any_size();
    to->size_of_block = (long)(__VERIFIER_nondet_uint() % 0x7fffffff) + 1;
    to->n_blocks = any_count();
    set_times(to->times);
    to->reserved[0] = to->reserved[1] = 0;
}

static int told(void *to)
{
    if (__VERIFIER_nondet_bool())
        return failed();
    if (sizeof(long) == 8)
        fill_lp64(to);
    else
        fill_ilp32(to);
    return 0;
}

static int told_wide(void *to)
{
    if (sizeof(long) != 8)
        __linchpin_unsupported("`stat64` where `long` has 32 bits");
    return told(to);
}

int stat(const char *path, struct stat *to)
{
    strlen(path);
    return told(to);
}

int lstat(const char *path, struct stat *to)
{
    strlen(path);
    return told(to);
}

int fstat(int file, struct stat *to)
{
    return told(to);
}

int fstatat(int folder, const char *path, struct stat *to, int flags)
{
    strlen(path);
    return told(to);
}

int __xstat(int version, const char *path, struct stat *to)
{
    return stat(path, to);
}

int __lxstat(int version, const char *path, struct stat *to)
{
    return stat(path, to);
}

int __fxstat(int version, int file, struct stat *to)
{
    return told(to);
}

int stat64(const char *path, struct stat64 *to)
{
    strlen(path);
    return told_wide(to);
}

int lstat64(const char *path, struct stat64 *to)
{
    strlen(path);
    return told_wide(to);
}

int fstat64(int file, struct stat64 *to)
{
    return told_wide(to);
}

int fstatat64(int folder, const char *path, struct stat64 *to, int flags)
{
    strlen(path);
    return told_wide(to);
}
