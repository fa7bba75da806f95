#include "client_url.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Copies `len` bytes that have to be visible ASCII; false if they are not, or have no room. */
static bool copied(char *to, size_t room, const char *from, size_t len) {
    if (len >= room) return false;
    for (size_t i = 0; i < len; i++)
        if (from[i] <= ' ' || from[i] > '~') return false;
    memcpy(to, from, len);
    to[len] = 0;
    return true;
}

/* Host and port of `host`, `host:port`, `[address]:port`. */
static bool split(client_url *url) {
    const char *host = url->authority, *end = strchr(host, ':'), *port = "";
    if (*host == '[') {
        end = strchr(++host, ']');
        if (end == NULL || (end[1] != 0 && end[1] != ':')) return false;
        if (end[1] == ':') port = end + 2;
    } else if (end != NULL) {
        port = end + 1;
    } else {
        end = host + strlen(host);
    }
    if (end == host || !copied(url->host, sizeof url->host, host, (size_t)(end - host)))
        return false;
    if (*port == 0) port = "80";
    return strlen(port) <= 5 && strspn(port, "0123456789") == strlen(port)
        && copied(url->port, sizeof url->port, port, strlen(port));
}

bool client_url_read(client_url *url, const char *text, char *trouble, size_t room) {
    const char *scheme_end = strstr(text, "://");
    if (scheme_end == NULL) {
        snprintf(trouble, room, "%s: not a URL such as http://127.0.0.1:8080/mcp", text);
        return false;
    }
    if (scheme_end - text != 4 || strncasecmp(text, "http", 4) != 0) {
        /* There is no TLS here: put a proxy of the system's before what needs it. */
        snprintf(trouble, room, "%s: %.*s is not spoken here, only http", text,
                 (int)(scheme_end - text), text);
        return false;
    }
    const char *authority = scheme_end + 3;
    size_t len = strcspn(authority, "/?#");
    const char *target = authority + len;
    size_t target_len = strcspn(target, "#");
    const char *slash = target_len == 0 || *target == '?' ? "/" : "";
    char path[sizeof url->target];
    int written = snprintf(path, sizeof path, "%s%.*s", slash, (int)target_len, target);
    /* A user's name and password have no business here. */
    bool is_good = written > 0 && (size_t)written < sizeof path
        && memchr(authority, '@', len) == NULL
        && copied(url->authority, sizeof url->authority, authority, len)
        && copied(url->target, sizeof url->target, path, strlen(path)) && split(url);
    if (!is_good) snprintf(trouble, room, "%s: no such host", text);
    return is_good;
}
