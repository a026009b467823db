/* What may be wrong with a header. */
#ifndef PACKETS_PARSE_H
#define PACKETS_PARSE_H

enum parse_status {
    PARSE_OK,
    PARSE_TOO_SHORT,        /* the packet ends before the header does, or before it says */
    PARSE_BAD_HEADER,       /* lengths or versions that cannot be */
    PARSE_BAD_CHECKSUM
};

#endif
