//@ run: verify %s --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// A warehouse with two clerks. Every shelf has a lock, and a clerk who moves goods claims the trolley
// first; but looking whether it is free and claiming it are two steps. Both clerks have to be
// interrupted before one of them finds the other's name on it.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

extern void reach_error(void);

#define N_SHELVES 3
#define N_SLOTS 4
#define N_EVENTS 8

enum kind { EVENT_NONE, EVENT_PICK, EVENT_PUT, EVENT_COUNT };

struct slot {
    int article;
    int amount;
};

struct shelf {
    pthread_mutex_t lock;
    struct slot slots[N_SLOTS];
    int n_used;
};

struct event {
    enum kind kind;
    int article;
    int amount;
};

struct log {
    struct event events[N_EVENTS];
    int n_events;
    int n_lost;
};

struct clerk {
    int number;
    struct log log;
    int n_moves;
    int n_failures;
    int checksum;
};

struct order {
    int from;
    int to;
    int article;
    int amount;
};

static struct shelf shelves[N_SHELVES];
static struct clerk clerks[2];
static atomic_int trolley_is_taken;
static atomic_int trolley_user;

/* The log of a clerk: a ring that nobody else looks at while he works. */

static void log_clear(struct log *log)
{
    memset(log, 0, sizeof *log);
}

static void log_add(struct log *log, enum kind kind, int article, int amount)
{
    if (log->n_events == N_EVENTS) {
        log->n_lost++;
        return;
    }
    struct event *event = &log->events[log->n_events++];
    event->kind = kind;
    event->article = article;
    event->amount = amount;
}

static int log_sum(const struct log *log, enum kind kind)
{
    int sum = 0;
    for (int i = 0; i < log->n_events; i++) {
        const struct event *event = &log->events[i];
        switch (event->kind) {
        case EVENT_PICK:
        case EVENT_PUT:
            if (event->kind == kind)
                sum += event->amount;
            break;
        case EVENT_COUNT:
            if (kind == EVENT_COUNT)
                sum++;
            break;
        case EVENT_NONE:
            break;
        }
    }
    return sum;
}

static int log_checksum(const struct log *log)
{
    int checksum = 7;
    for (int i = 0; i < log->n_events; i++) {
        const struct event *event = &log->events[i];
        checksum = (checksum * 5 + (int)event->kind) % 251;
        checksum = (checksum * 5 + event->article) % 251;
        checksum = (checksum * 5 + event->amount) % 251;
    }
    return checksum;
}

/* Shelves. Who calls these holds the lock of the shelf. */

static struct slot *shelf_find(struct shelf *shelf, int article)
{
    for (int i = 0; i < shelf->n_used; i++) {
        if (shelf->slots[i].article == article)
            return &shelf->slots[i];
    }
    return NULL;
}

static int shelf_put(struct shelf *shelf, int article, int amount)
{
    struct slot *slot = shelf_find(shelf, article);
    if (slot == NULL) {
        if (shelf->n_used == N_SLOTS)
            return 0;
        slot = &shelf->slots[shelf->n_used++];
        slot->article = article;
        slot->amount = 0;
    }
    slot->amount += amount;
    return 1;
}

static int shelf_pick(struct shelf *shelf, int article, int amount)
{
    struct slot *slot = shelf_find(shelf, article);
    if (slot == NULL || slot->amount < amount)
        return 0;
    slot->amount -= amount;
    if (slot->amount == 0)
        *slot = shelf->slots[--shelf->n_used];
    return 1;
}

static int shelf_total(const struct shelf *shelf)
{
    int total = 0;
    for (int i = 0; i < shelf->n_used; i++)
        total += shelf->slots[i].amount;
    return total;
}

static void shelf_initialise(struct shelf *shelf, int first_article)
{
    pthread_mutex_init(&shelf->lock, NULL);
    shelf->n_used = 0;
    for (int i = 0; i < 2; i++)
        shelf_put(shelf, first_article + i, 10);
}

/* The trolley. */

static void trolley_claim(int clerk)
{
    while (trolley_is_taken)
        ;
    trolley_is_taken = 1;
    trolley_user = clerk;
}

static void trolley_check(int clerk)
{
    if (trolley_user != clerk)
        reach_error(); //~ violated unreach-call
}

static void trolley_release(void)
{
    trolley_user = 0;
    trolley_is_taken = 0;
}

/* Orders. */

static int order_is_sensible(const struct order *order)
{
    if (order->from < 0 || order->from >= N_SHELVES)
        return 0;
    if (order->to < 0 || order->to >= N_SHELVES)
        return 0;
    if (order->from == order->to)
        return 0;
    return order->amount > 0;
}

static void lock_both(int one, int other)
{
    int first = one < other ? one : other;
    int second = one < other ? other : one;
    pthread_mutex_lock(&shelves[first].lock);
    pthread_mutex_lock(&shelves[second].lock);
}

static void unlock_both(int one, int other)
{
    pthread_mutex_unlock(&shelves[one].lock);
    pthread_mutex_unlock(&shelves[other].lock);
}

static void clerk_move(struct clerk *clerk, const struct order *order)
{
    if (!order_is_sensible(order)) {
        clerk->n_failures++;
        return;
    }
    trolley_claim(clerk->number);
    lock_both(order->from, order->to);
    if (shelf_pick(&shelves[order->from], order->article, order->amount)) {
        log_add(&clerk->log, EVENT_PICK, order->article, order->amount);
        if (shelf_put(&shelves[order->to], order->article, order->amount)) {
            log_add(&clerk->log, EVENT_PUT, order->article, order->amount);
            clerk->n_moves++;
        } else {
            shelf_put(&shelves[order->from], order->article, order->amount);
            clerk->n_failures++;
        }
    } else {
        clerk->n_failures++;
    }
    unlock_both(order->from, order->to);
    trolley_check(clerk->number);
    trolley_release();
}

static void clerk_count(struct clerk *clerk, int shelf)
{
    pthread_mutex_lock(&shelves[shelf].lock);
    int total = shelf_total(&shelves[shelf]);
    pthread_mutex_unlock(&shelves[shelf].lock);
    log_add(&clerk->log, EVENT_COUNT, shelf, total);
}

static void clerk_initialise(struct clerk *clerk, int number)
{
    clerk->number = number;
    clerk->n_moves = 0;
    clerk->n_failures = 0;
    clerk->checksum = 0;
    log_clear(&clerk->log);
}

static void *clerk_work(void *argument)
{
    static const struct order orders[2] = {
        { 0, 1, 10, 3 },
        { 2, 0, 31, 4 },
    };
    struct clerk *clerk = argument;
    clerk_count(clerk, clerk->number);
    clerk_move(clerk, &orders[clerk->number - 1]);
    clerk->checksum = log_checksum(&clerk->log);
    return NULL;
}

static int all_goods(void)
{
    int total = 0;
    for (int i = 0; i < N_SHELVES; i++)
        total += shelf_total(&shelves[i]);
    return total;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < N_SHELVES; i++)
        shelf_initialise(&shelves[i], 10 * (i + 1));
    for (int i = 0; i < 2; i++)
        clerk_initialise(&clerks[i], i + 1);
    int before = all_goods();
    pthread_create(&thread, NULL, clerk_work, &clerks[1]);
    clerk_work(&clerks[0]);
    pthread_join(thread, NULL);
    for (int i = 0; i < 2; i++) {
        const struct log *log = &clerks[i].log;
        if (log_sum(log, EVENT_PICK) != log_sum(log, EVENT_PUT))
            return 1;
        if (log_sum(log, EVENT_COUNT) != 1 || log->n_lost != 0)
            return 2;
    }
    return all_goods() == before ? 0 : 3;
}
