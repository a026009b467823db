/* Options of a command line, step by step as the GNU C library reads them: operands are moved behind
   the options unless the order counts, abbreviated long names are completed, and messages are only
   output. */
typedef __typeof__(sizeof 0) size_t;
extern size_t strlen(const char *);
extern char *strchr(const char *, int);
extern int strncmp(const char *, const char *, size_t);
extern int __linchpin_is_posixly_correct(void);
extern char *optarg;
extern int optind, opterr, optopt;

struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

enum order { PERMUTE, STOP, RETURN };

/* What a call is given. */
static int argc;
static char **argv;
static const char *letters;
static const struct option *words;
static int *index;
static int is_only_long;
static int complains;

static int is_begun;
static enum order order;
/* What is left of an argument with several letters. */
static char *next;
/* The operands that were skipped: from, and up to. */
static int first, last;

/* The message begins with the name of the program. */
static int complain(int result)
{
    if (complains && argv[0] != 0)
        strlen(argv[0]);
    return result;
}

static int is_operand(const char *argument)
{
    return argument[0] != '-' || argument[1] == 0;
}

/* The operands that were skipped move behind the options that followed them. */
static void exchange(void)
{
    int n_options = optind - last;
    for (int i = last; i < optind; i++) {
        char *option = argv[i];
        int to = first + (i - last);
        for (int j = i; j > to; j--)
            argv[j] = argv[j - 1];
        argv[to] = option;
    }
    first += n_options;
    last = optind;
}

static void begin(int is_posix)
{
    if (optind == 0)
        optind = 1;
    first = last = optind;
    next = 0;
    is_begun = 1;
    if (letters[0] == '-' || letters[0] == '+') {
        order = letters[0] == '-' ? RETURN : STOP;
        letters++;
    } else {
        order = is_posix || __linchpin_is_posixly_correct() ? STOP : PERMUTE;
    }
}

static int missing(void)
{
    return complain(letters[0] == ':' ? ':' : '?');
}

static int differ(const struct option *one, const struct option *other)
{
    return one->has_arg != other->has_arg || one->flag != other->flag || one->val != other->val;
}

/* The number of the option that is meant, -1 for none, -2 for several. */
static int look_up(size_t length)
{
    int found = -1;
    for (int i = 0; words[i].name != 0; i++)
        if (!strncmp(words[i].name, next, length) && strlen(words[i].name) == length)
            return i;
    for (int i = 0; words[i].name != 0; i++) {
        if (strncmp(words[i].name, next, length))
            continue;
        if (found == -1)
            found = i;
        else if (found >= 0 && (is_only_long || differ(&words[found], &words[i])))
            found = -2;
    }
    return found;
}

static int read_word(void)
{
    size_t length = 0;
    while (next[length] != 0 && next[length] != '=')
        length++;
    int found = look_up(length);
    if (found == -1 && is_only_long && argv[optind][1] != '-'
        && strchr(letters, *next) != 0)
        return -1;
    char *end = next + length;
    next = 0;
    optind++;
    if (found < 0) {
        optopt = 0;
        return complain('?');
    }
    const struct option *word = &words[found];
    if (*end != 0) {
        if (word->has_arg == 0) {
            optopt = word->val;
            return complain('?');
        }
        optarg = end + 1;
    } else if (word->has_arg == 1) {
        if (optind >= argc) {
            optopt = word->val;
            return missing();
        }
        optarg = argv[optind];
        optind++;
    }
    if (index != 0)
        *index = found;
    if (word->flag == 0)
        return word->val;
    *word->flag = word->val;
    return 0;
}

/* `-W word` is `--word` where the letters say so. */
static int read_word_of_letter(int letter)
{
    if (*next == 0) {
        if (optind == argc) {
            optopt = letter;
            return missing();
        }
        next = argv[optind];
    }
    is_only_long = 0;
    return read_word();
}

static int read_letter(void)
{
    char letter = *next;
    const char *known = strchr(letters, letter);
    next++;
    if (*next == 0)
        optind++;
    if (known == 0 || letter == ':' || letter == ';') {
        optopt = letter;
        return complain('?');
    }
    if (known[0] == 'W' && known[1] == ';' && words != 0)
        return read_word_of_letter(letter);
    if (known[1] != ':')
        return letter;
    if (*next != 0) {
        optarg = next;
        optind++;
    } else if (known[2] != ':') {
        if (optind == argc) {
            next = 0;
            optopt = letter;
            return missing();
        }
        optarg = argv[optind];
        optind++;
    }
    next = 0;
    return letter;
}

/* Whether an option follows; if none does, `result` is what is returned. */
static int goes_on(int *result)
{
    *result = -1;
    if (last > optind)
        last = optind;
    if (first > optind)
        first = optind;
    if (order == PERMUTE) {
        if (first != last && last != optind)
            exchange();
        else if (last != optind)
            first = optind;
        while (optind < argc && is_operand(argv[optind]))
            optind++;
        last = optind;
    }
    if (optind != argc && argv[optind][0] == '-' && argv[optind][1] == '-' && argv[optind][2] == 0) {
        optind++;
        if (first != last && last != optind)
            exchange();
        else if (first == last)
            first = optind;
        last = argc;
        optind = argc;
    }
    if (optind == argc) {
        if (first != last)
            optind = first;
        return 0;
    }
    if (!is_operand(argv[optind]))
        return 1;
    if (order == RETURN) {
        optarg = argv[optind];
        optind++;
        *result = 1;
    }
    return 0;
}

static int next_option(int is_posix)
{
    if (argc < 1)
        return -1;
    optarg = 0;
    if (optind == 0 || !is_begun)
        begin(is_posix);
    else if (letters[0] == '-' || letters[0] == '+')
        letters++;
    complains = opterr && letters[0] != ':';
    if (next != 0 && *next != 0)
        return read_letter();
    int result;
    if (!goes_on(&result))
        return result;
    char *argument = argv[optind];
    if (words != 0 && argument[1] == '-') {
        next = argument + 2;
        return read_word();
    }
    next = argument + 1;
    if (words != 0 && is_only_long
        && (argument[2] != 0 || strchr(letters, argument[1]) == 0)) {
        int code = read_word();
        if (code != -1)
            return code;
        next = argument + 1;
    }
    return read_letter();
}

static void begin_call(int n, char *const *arguments, const char *known)
{
    argc = n;
    argv = (char **)arguments;
    letters = known;
    words = 0;
    index = 0;
    is_only_long = 0;
}

/* The library keeps none of it. */
static int end_call(int result)
{
    argv = 0;
    letters = 0;
    words = 0;
    index = 0;
    return result;
}

int getopt(int n, char *const *arguments, const char *known)
{
    begin_call(n, arguments, known);
    return end_call(next_option(0));
}

int __posix_getopt(int n, char *const *arguments, const char *known)
{
    begin_call(n, arguments, known);
    return end_call(next_option(1));
}

int getopt_long(int n, char *const *arguments, const char *known, const struct option *long_ones,
                int *which)
{
    begin_call(n, arguments, known);
    words = long_ones;
    index = which;
    return end_call(next_option(0));
}

int getopt_long_only(int n, char *const *arguments, const char *known,
                     const struct option *long_ones, int *which)
{
    begin_call(n, arguments, known);
    words = long_ones;
    index = which;
    is_only_long = 1;
    return end_call(next_option(0));
}
