typedef int T;
T *(*table[2])(const char *, T);
static T scale(T T) { return (T) * 2; }
