/* Sends gcov counters as framed lines with a checksum each. Protocol and use: README.md.
 *
 * Compile it with the compiler of the instrumented code, without --coverage. No heap, nothing of a
 * C library; not reentrant: dump from one context only.
 *
 * SPDX-License-Identifier: MIT */
#include "otto_cov.h"

#include <stddef.h>
#include <stdint.h>

/* Bytes of an image in one line; a multiple of 3. Shorter lines survive more noise. */
#ifndef OTTO_COV_FRAME_BYTES
#define OTTO_COV_FRAME_BYTES 24
#endif
/* Width of a counter in memory: 64, except for a few targets of GCC 12 and 13. */
#ifndef OTTO_COV_COUNTER_BITS
#define OTTO_COV_COUNTER_BITS 64
#endif
/* Linker symbols around the pointers that -fprofile-info-section leaves. */
#ifndef OTTO_COV_INFO_START
#define OTTO_COV_INFO_START __gcov_info_start
#define OTTO_COV_INFO_END __gcov_info_end
#endif

#if OTTO_COV_COUNTER_BITS == 64
typedef uint64_t count_t;
#else
typedef uint32_t count_t;
#endif

/* --- what the compiler leaves in memory ------------------------------------------------------- */

/* Counter kinds the compiler knows: merge functions in each object. */
#if __GNUC__ >= 15
#define KINDS 10
#elif __GNUC__ == 14
#define KINDS 9
#elif __GNUC__ >= 10
#define KINDS 8
#elif __GNUC__ >= 7
#define KINDS 9
#elif __GNUC__ == 6 || (__GNUC__ == 5 && __GNUC_MINOR__ >= 1)
#define KINDS 10
#elif __GNUC__ == 5 || (__GNUC__ == 4 && __GNUC_MINOR__ == 9)
#define KINDS 9
#else
#define KINDS 8
#endif

struct counters {
    uint32_t count;
    count_t *values;
};

struct object;

struct function {
    const struct object *owner; /* another one's for a copy the linker left out */
    uint32_t ident, line_sum, graph_sum;
    struct counters counters[]; /* one for each kind that has a merge function */
};

struct object {
    uint32_t version;
    struct object *next;
    uint32_t stamp;
#if __GNUC__ >= 12
    uint32_t checksum;
#endif
    const char *name;
    void (*merge[KINDS])(count_t *, unsigned);
    uint32_t function_count;
    const struct function *const *functions;
};

#define ARCS 0
#define CONDITIONS 8 /* these two since GCC 14 and 15; what 1 to 7 count is no coverage */
#define PATHS 9
#if __GNUC__ >= 14
#define IS_SENT(kind) ((kind) == ARCS || (kind) == CONDITIONS || (kind) == PATHS)
#else
#define IS_SENT(kind) ((kind) == ARCS)
#endif

/* Record lengths are in bytes since GCC 12, in words before. */
#if __GNUC__ >= 12
#define WORD_LENGTH 4u
#else
#define WORD_LENGTH 1u
#endif

/* --- the objects of this firmware ------------------------------------------------------------- */

/* Objects name these, so they have to be there to link; nothing calls them. */
void __gcov_merge_add(count_t *values, unsigned count);
void __gcov_merge_ior(count_t *values, unsigned count);
__attribute__((weak)) void __gcov_merge_add(count_t *values, unsigned count) { (void)values; (void)count; }
__attribute__((weak)) void __gcov_merge_ior(count_t *values, unsigned count) { (void)values; (void)count; }

#ifdef OTTO_COV_INIT_HOOK

static struct object *first_object;

/* Called for each object by its constructor. A constructor may run twice: the list must not close
 * on itself then. */
void __gcov_init(struct object *object);
void __gcov_init(struct object *object)
{
    for (const struct object *seen = first_object; seen; seen = seen->next)
        if (seen == object) return;
    object->next = first_object;
    first_object = object;
}

/* Named by the compiler, never called. */
void __gcov_exit(void);
void __gcov_exit(void) {}

static struct object *object_at(uint32_t index)
{
    struct object *object = first_object;
    while (object && index--) object = object->next;
    return object;
}

#else

extern struct object *const OTTO_COV_INFO_START[];
extern struct object *const OTTO_COV_INFO_END[];

static struct object *object_at(uint32_t index)
{
    uintptr_t start = (uintptr_t)OTTO_COV_INFO_START, end = (uintptr_t)OTTO_COV_INFO_END;
    if (index >= (end - start) / sizeof(struct object *)) return NULL;
    return OTTO_COV_INFO_START[index];
}

#endif

/* --- checksums and lines ---------------------------------------------------------------------- */

static uint32_t crc_byte(uint32_t crc, uint8_t byte)
{
    static const uint32_t table[16] = {
        0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
        0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
    };
    crc = table[(crc ^ byte) & 15] ^ (crc >> 4);
    return table[(crc ^ (byte >> 4)) & 15] ^ (crc >> 4);
}

static uint32_t line_crc;

static void put(uint8_t c)
{
    line_crc = crc_byte(line_crc, c);
    otto_cov_putc(c);
}

static void put_digits(uint32_t value, int shift)
{
    for (; shift >= 0; shift -= 4) {
        uint8_t digit = (value >> shift) & 15;
        put((uint8_t)(digit < 10 ? '0' + digit : 'a' - 10 + digit));
    }
}

static void put_field(uint32_t value)
{
    int shift = 28;
    while (shift > 0 && !(value >> shift)) shift -= 4;
    put(':');
    put_digits(value, shift);
}

static void open_line(char kind)
{
    otto_cov_putc('@');
    otto_cov_putc('c');
    line_crc = 0xffffffffu;
    put((uint8_t)kind);
}

static void close_line(void)
{
    uint32_t crc = ~line_crc;
    put(':');
    put_digits(crc, 28);
    otto_cov_putc('\r');
    otto_cov_putc('\n');
}

static void put_base64(const uint8_t *bytes, uint32_t size)
{
    static const char digits[64] = {
        'A','B','C','D','E','F','G','H','I','J','K','L','M','N','O','P','Q','R','S','T','U','V','W','X','Y','Z',
        'a','b','c','d','e','f','g','h','i','j','k','l','m','n','o','p','q','r','s','t','u','v','w','x','y','z',
        '0','1','2','3','4','5','6','7','8','9','+','/',
    };
    put(':');
    put('+'); /* so that no reader of bare base64 takes it for its own */
    for (uint32_t at = 0; at < size; at += 3) {
        uint32_t left = size - at, group = (uint32_t)bytes[at] << 16;
        if (left > 1) group |= (uint32_t)bytes[at + 1] << 8;
        if (left > 2) group |= bytes[at + 2];
        put((uint8_t)digits[group >> 18]);
        put((uint8_t)digits[(group >> 12) & 63]);
        if (left > 1) put((uint8_t)digits[(group >> 6) & 63]);
        if (left > 2) put((uint8_t)digits[group & 63]);
    }
}

/* --- the image of an object, streamed --------------------------------------------------------- */

static struct {
    uint32_t index, version; /* of the object, for its lines */
    uint32_t from, to;       /* the part that is sent; empty to add up only */
    uint32_t offset, crc;    /* bytes so far, and their checksum */
    uint32_t lines;
    uint32_t held;
    uint8_t chunk[OTTO_COV_FRAME_BYTES];
} image;

static void send_chunk(void)
{
    if (!image.held) return;
    open_line('D');
    put_field(image.index);
    put_field(image.version);
    put_field(image.offset - image.held);
    put_base64(image.chunk, image.held);
    close_line();
    image.lines++;
    image.held = 0;
}

static void image_byte(uint8_t byte)
{
    image.crc = crc_byte(image.crc, byte);
    if (image.offset >= image.from && image.offset < image.to) image.chunk[image.held++] = byte;
    image.offset++;
    if (image.held == OTTO_COV_FRAME_BYTES) send_chunk();
}

/* In the byte order of the target, as in a file. */
static void image_word(uint32_t word)
{
    const uint8_t *bytes = (const uint8_t *)&word;
    for (int i = 0; i < 4; i++) image_byte(bytes[i]);
}

/* An object of another compiler has another layout: nothing of it can be trusted. */
static int is_readable(const struct object *object)
{
    uint32_t first = object->version >> 24, second = (object->version >> 16) & 255;
    uint32_t major = first >= 'A' ? (first - 'A') * 10 + second - '0' : first - '0';
    return major == __GNUC__;
}

/* Walks the image and sends its bytes from `from` to `to`, widened to whole lines. */
static void walk_image(const struct object *object, uint32_t from, uint32_t to)
{
    image.from = from - from % OTTO_COV_FRAME_BYTES;
    image.to = to;
    if (to % OTTO_COV_FRAME_BYTES) image.to += OTTO_COV_FRAME_BYTES - to % OTTO_COV_FRAME_BYTES;
    image.offset = image.held = 0;
    image.crc = 0xffffffffu;
    if (!is_readable(object)) return;
    image_word(0x67636461);
    image_word(object->version);
    image_word(object->stamp);
#if __GNUC__ >= 12
    image_word(object->checksum);
#endif
    for (uint32_t i = 0; i < object->function_count; i++) {
        const struct function *function = object->functions[i];
        const struct counters *counters;
        image_word(0x01000000);
        if (!function || function->owner != object) {
            image_word(0);
            continue;
        }
        image_word(3 * WORD_LENGTH);
        image_word(function->ident);
        image_word(function->line_sum);
        image_word(function->graph_sum);
        counters = function->counters;
        for (uint32_t kind = 0; kind < KINDS; kind++) {
            if (!object->merge[kind]) continue;
            if (IS_SENT(kind)) {
                image_word(0x01a10000u + (kind << 17));
                image_word(counters->count * 2 * WORD_LENGTH);
                for (uint32_t j = 0; j < counters->count; j++) {
                    uint64_t value = ((const volatile count_t *)counters->values)[j];
                    image_word((uint32_t)value);
                    image_word((uint32_t)(value >> 32));
                }
            }
            counters++;
        }
    }
    image_word(0);
    send_chunk();
}

/* Takes the checksum and the size of an image as it is now. */
static void sum_image(const struct object *object, uint32_t index)
{
    walk_image(object, 0, 0);
    image.index = index;
    image.version = ~image.crc;
}

/* --- what is sent ------------------------------------------------------------------------------ */

/* Checksum over the list at the beginning of the last dump; 0 when there was none since the start. */
static uint32_t pass;
static uint32_t object_count, total_bytes;

static uint32_t crc_word(uint32_t crc, uint32_t word)
{
    for (int shift = 0; shift < 32; shift += 8) crc = crc_byte(crc, (uint8_t)(word >> shift));
    return crc;
}

static void begin_pass(void)
{
    const struct object *object;
    uint32_t crc = 0xffffffffu;
    total_bytes = object_count = 0;
    for (; (object = object_at(object_count)) != NULL; object_count++) {
        sum_image(object, object_count);
        total_bytes += image.offset;
        crc = crc_word(crc_word(crc, image.offset), image.version);
        for (const char *c = object->name; *c; c++) crc = crc_byte(crc, (uint8_t)*c);
    }
    pass = ~crc ? ~crc : 1;
}

static void send_begin(void)
{
    open_line('B');
    put_field(pass);
    put_field(object_count);
    put_field(total_bytes);
    close_line();
}

/* The entry of an object in the list, a line for each piece of its name. */
static void send_entry(const struct object *object, uint32_t index)
{
    const uint8_t *name = (const uint8_t *)object->name;
    uint32_t length = 0, at = 0;
    while (((const volatile uint8_t *)name)[length]) length++; /* volatile, or it becomes strlen */
    sum_image(object, index);
    do {
        uint32_t size = length - at;
        if (size > OTTO_COV_FRAME_BYTES) size = OTTO_COV_FRAME_BYTES;
        open_line('N');
        put_field(pass);
        put_field(index);
        put_field(image.version);
        put_field(image.offset);
        put_field(length);
        put_field(at);
        put_base64(name + at, size);
        close_line();
        at += size;
    } while (at < length);
}

/* An image whole, and the checksum of what was really sent: counters may move meanwhile. */
static void send_object(const struct object *object, uint32_t index)
{
    sum_image(object, index);
    walk_image(object, 0, image.offset);
    open_line('O');
    put_field(pass);
    put_field(index);
    put_field(image.version);
    put_field(image.offset);
    put_field(~image.crc);
    close_line();
}

void otto_cov_dump(void)
{
    const struct object *object;
    begin_pass();
    send_begin();
    for (uint32_t i = 0; (object = object_at(i)) != NULL; i++) send_entry(object, i);
    image.lines = 0;
    for (uint32_t i = 0; (object = object_at(i)) != NULL; i++) send_object(object, i);
    open_line('E');
    put_field(pass);
    put_field(object_count);
    put_field(image.lines);
    put_field(total_bytes);
    close_line();
}

void otto_cov_zero(void)
{
    struct object *object;
    uint32_t index = 0;
    pass = 0;
    for (; (object = object_at(index)) != NULL; index++) {
        if (!is_readable(object)) continue;
        for (uint32_t i = 0; i < object->function_count; i++) {
            const struct function *function = object->functions[i];
            const struct counters *counters;
            if (!function || function->owner != object) continue;
            counters = function->counters;
            for (uint32_t kind = 0; kind < KINDS; kind++) {
                if (!object->merge[kind]) continue;
                if (IS_SENT(kind))
                    for (uint32_t j = 0; j < counters->count; j++)
                        ((volatile count_t *)counters->values)[j] = 0;
                counters++;
            }
        }
    }
    open_line('Z');
    put_field(index);
    close_line();
}

/* --- what is asked ----------------------------------------------------------------------------- */

/* Takes a hexadecimal number and the one character behind it. */
static uint32_t take_number(const char **text)
{
    uint32_t value = 0;
    for (;; (*text)++) {
        char c = **text;
        if (c >= '0' && c <= '9') value = value << 4 | (uint32_t)(c - '0');
        else if (c >= 'a' && c <= 'f') value = value << 4 | (uint32_t)(c - 'a' + 10);
        else break;
    }
    if (**text) (*text)++;
    return value;
}

/* True when the text ends with a space and the checksum of all before it. */
static int is_intact(const char *text)
{
    const char *last = NULL, *end;
    uint32_t crc = 0xffffffffu;
    for (end = text; *end; end++)
        if (*end == ' ') last = end;
    if (!last || end - last != 9) return 0;
    for (const char *c = text; c < last; c++) crc = crc_byte(crc, (uint8_t)*c);
    last++;
    return take_number(&last) == (uint32_t)~crc;
}

static int is_same(const char *a, const char *b)
{
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

/* l FROM TO CRC: the list from one object to another. */
static void answer_list(const char *text)
{
    const struct object *object;
    uint32_t from = take_number(&text), to = take_number(&text);
    if (!pass) begin_pass();
    send_begin();
    for (uint32_t i = from; i <= to && (object = object_at(i)) != NULL; i++) send_entry(object, i);
}

/* s OBJECT VERSION FROM-TO,FROM-TO... CRC: bytes of an image, as long as it is the same. */
static void answer_part(const char *text)
{
    uint32_t index = take_number(&text), version = take_number(&text);
    const struct object *object = object_at(index);
    if (!object || !pass) return;
    sum_image(object, index);
    if (image.version != version) {
        send_entry(object, index);
        return;
    }
    do {
        uint32_t from = take_number(&text), to = take_number(&text);
        walk_image(object, from, to + 1);
    } while (text[-1] == ',');
}

/* o OBJECT CRC: one object whole. */
static void answer_object(const char *text)
{
    uint32_t index = take_number(&text);
    const struct object *object = object_at(index);
    if (!object || !pass) return;
    send_entry(object, index);
    send_object(object, index);
}

int otto_cov_command(const char *line)
{
    while (*line && *line != '@') line++;
    if (is_same(line, "@cov dump")) otto_cov_dump();
    else if (is_same(line, "@cov zero")) otto_cov_zero();
    else {
        for (const char *mark = "@cov "; *mark; mark++, line++)
            if (*line != *mark) return 0;
        if (!is_intact(line)) return 1; /* damaged on its way: it will be asked again */
        if (line[0] == 'l') answer_list(line + 2);
        else if (line[0] == 's') answer_part(line + 2);
        else if (line[0] == 'o') answer_object(line + 2);
        open_line('A');
        put_field(pass);
        close_line();
    }
    return 1;
}

#ifndef OTTO_COV_NO_POLL

void otto_cov_poll(void)
{
    static char line[120];
    static uint8_t used;
    int c;
    while ((c = otto_cov_getc()) >= 0) {
        if (c == '\r' || c == '\n') {
            line[used < sizeof line ? used : 0] = 0;
            used = 0;
            otto_cov_command(line);
        } else if (used < sizeof line - 1) {
            line[used++] = (char)c;
        } else {
            used = sizeof line; /* too long to be one of ours */
        }
    }
}

#endif
