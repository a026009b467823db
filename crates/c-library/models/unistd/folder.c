/* Folders: any number of entries of any name that a file can have. An open one is a block that closing
   frees; what is read stays until the next read. */
typedef __typeof__(sizeof 0) size_t;
extern void __linchpin_set_errno(void);
extern void *malloc(size_t);
extern void free(void *);
extern size_t strlen(const char *);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long __VERIFIER_nondet_long(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __linchpin_any_bytes(void *, size_t);

struct dirent {
    unsigned long d_ino;
    long d_off;
    unsigned short d_reclen;
    unsigned char d_type;
    char d_name[256];
};

typedef struct __linchpin_folder {
    struct dirent entry;
} DIR;

static DIR *opened(void)
{
    DIR *folder = __VERIFIER_nondet_bool() ? 0 : malloc(sizeof *folder);
    if (folder == 0)
        __linchpin_set_errno();
    return folder;
}

DIR *opendir(const char *path)
{
    strlen(path);
    return opened();
}

DIR *fdopendir(int file)
{
    return opened();
}

/* A name has a character, none of its characters ends it, and none is a slash. */
static void set_name(char *name)
{
    size_t n = __VERIFIER_nondet_uchar();
    if (n == 0)
        n = 1;
    __linchpin_any_bytes(name, n);
    for (size_t i = 0; i < n; i++)
        if (name[i] == 0 || name[i] == '/')
            name[i] = 'a';
    name[n] = 0;
}

struct dirent *readdir(DIR *folder)
{
    struct dirent *entry = &folder->entry;
    if (__VERIFIER_nondet_bool()) {
        /* The end is no error, and leaves errno as it was. */
        if (__VERIFIER_nondet_bool())
            __linchpin_set_errno();
        return 0;
    }
    entry->d_ino = __VERIFIER_nondet_ulong();
    entry->d_off = __VERIFIER_nondet_long();
    entry->d_reclen = sizeof *entry;
    unsigned char type = __VERIFIER_nondet_uchar() % 8;
    entry->d_type = type == 7 ? 0 : type * 2 + (type == 0 ? 1 : 0);
    set_name(entry->d_name);
    return entry;
}

void rewinddir(DIR *folder)
{
    folder->entry.d_off = 0;
}

int dirfd(DIR *folder)
{
    folder->entry.d_off = 0;
    int file = __VERIFIER_nondet_int();
    return file < 0 ? 3 : file;
}

int closedir(DIR *folder)
{
    free(folder);
    if (!__VERIFIER_nondet_bool())
        return 0;
    __linchpin_set_errno();
    return -1;
}
