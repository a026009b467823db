/* A text of the library's: any, shorter than its room. What lies around it is nobody's, so that it
   stands at one end of the room or at the other: whoever leaves the text on either side leaves the
   room somewhere. Texts that were in the room before end where it ends at the latest. Sizes are
   powers of two. */
typedef __typeof__(sizeof 0) size_t;
extern unsigned long __VERIFIER_nondet_ulong(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __linchpin_any_bytes(void *, size_t);
extern void __linchpin_unmodelled_bytes(void *, size_t);

static char *text_of(char *room, size_t size, size_t length)
{
    char *text = __VERIFIER_nondet_bool() ? room : room + (size - 1 - length);
    room[size - 1] = 0;
    text[length] = 0;
    return text;
}

char *__linchpin_any_text(char *room, size_t size)
{
    size_t length = (size_t)__VERIFIER_nondet_ulong() & (size - 1);
    __linchpin_any_bytes(room, size);
    return text_of(room, size, length);
}

/* Somebody knows which it is, and that it is not shorter than so much (one less than a power of two), but it is not modelled. */
char *__linchpin_unmodelled_text(char *room, size_t size, size_t least)
{
    size_t length = ((size_t)__VERIFIER_nondet_ulong() & (size - 1)) | least;
    __linchpin_unmodelled_bytes(room, size);
    return text_of(room, size, length);
}
