/* Other ways to say what is modelled: without locks, with wide offsets, with other names; and streams
   to processes. */
typedef __typeof__(sizeof 0) size_t;
typedef struct __linchpin_stream FILE;
extern int fgetc(FILE *), fputc(int, FILE *), fflush(FILE *), feof(FILE *), ferror(FILE *);
extern int fileno(FILE *), fputs(const char *, FILE *), fseek(FILE *, long, int), fclose(FILE *);
extern char *fgets(char *, int, FILE *);
extern size_t fread(void *, size_t, size_t, FILE *), fwrite(const void *, size_t, size_t, FILE *);
extern long ftell(FILE *);
extern void clearerr(FILE *);
extern FILE *fopen(const char *, const char *), *tmpfile(void);
extern int setvbuf(FILE *, char *, int, size_t);
extern int __VERIFIER_nondet_int(void);

int fgetc_unlocked(FILE *stream)
{
    return fgetc(stream);
}

int fputc_unlocked(int c, FILE *stream)
{
    return fputc(c, stream);
}

int fflush_unlocked(FILE *stream)
{
    return fflush(stream);
}

int feof_unlocked(FILE *stream)
{
    return feof(stream);
}

int ferror_unlocked(FILE *stream)
{
    return ferror(stream);
}

void clearerr_unlocked(FILE *stream)
{
    clearerr(stream);
}

int fileno_unlocked(FILE *stream)
{
    return fileno(stream);
}

char *fgets_unlocked(char *to, int size, FILE *stream)
{
    return fgets(to, size, stream);
}

int fputs_unlocked(const char *s, FILE *stream)
{
    return fputs(s, stream);
}

size_t fread_unlocked(void *to, size_t size, size_t n, FILE *stream)
{
    return fread(to, size, n, stream);
}

size_t fwrite_unlocked(const void *from, size_t size, size_t n, FILE *stream)
{
    return fwrite(from, size, n, stream);
}

FILE *tmpfile64(void)
{
    return tmpfile();
}

int fseeko64(FILE *stream, long long offset, int whence)
{
    return fseek(stream, 0, whence);
}

long long ftello64(FILE *stream)
{
    return ftell(stream);
}

void setlinebuf(FILE *stream)
{
    setvbuf(stream, 0, 1, 0);
}

int ftrylockfile(FILE *stream)
{
    feof(stream);
    return __VERIFIER_nondet_int();
}

FILE *popen(const char *command, const char *mode)
{
    return fopen(command, mode);
}

/* How the process has ended. */
int pclose(FILE *stream)
{
    if (fclose(stream) != 0)
        return -1;
    int how = __VERIFIER_nondet_int();
    return how < -1 ? -1 : how & 0xffff;
}
