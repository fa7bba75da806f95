/*
 * The host of a client over HTTP against a server that says what each test wants: responses in all
 * forms that HTTP has, cut at every place; ones that break its rules; streams that break and are
 * gone on with; what is taken back, denied, too long. The last line is `N passed, M failed`.
 */
#include "client_host.h"
#include "client_web.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <unistd.h>

static client_host host;
static world w;
static int listener = -1;
static char url[64], request[16384];
static sansmcp_event last; /* its kind alone: its text is gone */
static int failure;        /* its failure */
static size_t told_count, denied_count;
static char challenge[64];

static void listen_anywhere(void) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t len = sizeof at;
    listener = socket(AF_INET, SOCK_STREAM, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&at, len) < 0 || listen(listener, 8) < 0
        || getsockname(listener, (struct sockaddr *)&at, &len) < 0
        || fcntl(listener, F_SETFL, O_NONBLOCK) < 0)
        abort();
    snprintf(url, sizeof url, "http://127.0.0.1:%u/mcp?x=1", ntohs(at.sin_port));
}

/* An event, unless it is one for a log. */
static void tell(void) {
    sansmcp_outcome outcome = {0};
    if (w.event.kind == SANSMCP_CLIENT_EVENT_IGNORED) return;
    told_count++;
    last = w.event;
    sansmcp_event_outcome(&last, &outcome);
    failure = outcome.failure;
}

/* Sends what is due, and takes what has come. */
static void turn(int ms) {
    client_told told;
    w.now = client_host_now();
    while (next(&w) == SANSMCP_OK) client_host_send(&host, &w.out, (sansmcp_str){0});
    client_host_wait(&host, ms);
    while (client_host_next(&host, &told) == SANSMCP_OK) {
        if (told.kind == CLIENT_TOLD_DENIED) {
            denied_count++;
            snprintf(challenge, sizeof challenge, "%d %.*s", told.status, (int)told.challenge.len,
                     told.challenge.data);
            sansmcp_client_cancel(&w.client, told.ticket);
            continue;
        }
        while (sansmcp_client_receive(&w.client, &told.frame, client_host_now(), &w.event)
               == SANSMCP_OK)
            tell();
    }
    w.now = client_host_now();
    while (expire(&w) == SANSMCP_OK) tell();
}

/* The next connection, with its whole request in `request`; -1 if none comes. */
static int accepted(void) {
    int conn = -1;
    size_t len = 0, body = 0;
    for (int i = 0; i < 400 && conn < 0; i++) {
        turn(i < 4 ? 0 : 5);
        conn = accept(listener, NULL, NULL);
    }
    if (conn < 0) return -1;
    fcntl(conn, F_SETFL, O_NONBLOCK);
    for (int i = 0; i < 2000; i++) {
        ssize_t count = recv(conn, request + len, sizeof request - 1 - len, 0);
        if (count > 0) len += (size_t)count;
        request[len] = 0;
        const char *end = strstr(request, "\r\n\r\n");
        const char *length = strstr(request, "Content-Length: ");
        if (length != NULL) body = (size_t)strtol(length + 16, NULL, 10);
        if (end != NULL && len >= (size_t)(end + 4 - request) + body) return conn;
        turn(count > 0 ? 0 : 1);
    }
    close(conn);
    return -1;
}

static void say(int conn, const char *bytes, size_t len) {
    for (int i = 0; i < 1000 && len > 0; i++) {
        ssize_t count = send(conn, bytes, len, MSG_NOSIGNAL);
        if (count > 0) {
            bytes += count;
            len -= (size_t)count;
        }
        if (len > 0) turn(1);
    }
}

/* A response in two pieces, and the end of the connection. */
static void respond(int conn, const char *bytes, size_t len, size_t cut) {
    if (cut > len) cut = len;
    say(conn, bytes, cut);
    turn(cut > 0 ? 2 : 0);
    say(conn, bytes + cut, len - cut);
    close(conn);
}

/* Until so much was told, or for a while. */
static bool tells(size_t count) {
    for (int i = 0; i < 400 && told_count < count; i++) turn(5);
    return told_count == count;
}

static void begin_host(void) {
    begin_http(&w, &me);
    w.tx_len = 2048;
    told_count = denied_count = 0;
    CHECK(client_host_open(&host, url, &w.client));
}

static void end_host(void) {
    client_host_close(&host);
    end_http(&w);
}

static void connect_to_modern(void) {
    static const char line[] = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
        RPC "\"id\":131070,\"result\":{\"resultType\":\"complete\",\"supportedVersions\":"
        "[\"2026-07-28\"],\"capabilities\":{\"tools\":{}},\"ttlMs\":0,\"cacheScope\":\"private\"}}";
    begin_host();
    GIVES(OK, sansmcp_client_connect(&w.client, NULL, client_host_now()));
    int conn = accepted();
    CHECK(strncmp(request, "POST /mcp?x=1 HTTP/1.1\r\nHost: 127.0.0.1:", 40) == 0);
    CHECK(strstr(request, "\r\nConnection: close\r\n") != NULL);
    CHECK(strstr(request, "\r\nMcp-Method: server/discover\r\n") != NULL);
    respond(conn, line, sizeof line - 1, 0);
    CHECK(tells(1) && last.kind == SANSMCP_CLIENT_EVENT_CONNECTED);
}

static unsigned long call(void) {
    unsigned long id = 0;
    call_echo(&w);
    GIVES(OK, client_host_send(&host, &w.out, (sansmcp_str){0}));
    const char *found = strstr((const char *)w.out.data, "\"id\":");
    if (found == NULL || sscanf(found, "\"id\":%lu", &id) != 1) abort();
    return id;
}

#define OK "HTTP/1.1 200 OK\r\n"
#define J "Content-Type: application/json\r\n"
#define E "Content-Type: text/event-stream\r\n"

/* `%s` is the answer, `%zu` its length, `%zx` the same for a chunk. */
static const char *const forms[] = {
    OK J "Content-Length: %2$zu\r\n\r\n%1$s",
    "HTTP/1.0 200\r\n" J "\r\n%1$s",
    "HTTP/1.1 100 Continue\r\n\r\n" OK "content-TYPE:application/json \r\ncontent-length: %2$zu\r\n"
    "Content-Length:%2$zu\r\n\r\n%1$s and more that is nobody's",
    OK J "Transfer-Encoding: Chunked\r\n\r\n%2$zx;a=b\r\n%1$s\r\n000\r\nTrailer: x\r\n\r\n",
    OK E "Transfer-Encoding: chunked\r\n\r\n6\r\ndata: \r\n%2$zX\r\n%1$s\r\n2\r\n\n\n\r\n0\r\n\r\n",
    OK E "\r\n: hello\n\ndata: %1$s\r\n\r\n",
};

static void good_responses(void) {
    connect_to_modern();
    for (size_t form = 0; form < sizeof forms / sizeof *forms; form++) {
        for (size_t cut = 0;; cut += cut < 200 ? 7 : 1) {
            char answer[256], response[1024];
            unsigned long id = call();
            size_t len = (size_t)snprintf(answer, sizeof answer, RPC "\"id\":%lu,\"result\":{"
                "\"resultType\":\"complete\",\"content\":[]}}", id);
            len = (size_t)snprintf(response, sizeof response, forms[form], answer, len);
            size_t before = told_count;
            int conn = accepted();
            respond(conn, response, len, cut);
            bool is_good = tells(before + 1) && last.kind == SANSMCP_CLIENT_EVENT_ANSWERED
                && failure == 0;
            CHECK(is_good);
            if (!is_good) printf("  form %zu, cut %zu\n", form, cut);
            if (cut >= len || !is_good) break;
        }
    }
    CHECK(client_host_unanswered(&host) == 0);
    end_host();
}

/* What is no response: the call fails, and nothing else does. */
static void bad_responses(void) {
    static char long_head[20000];
    static const struct {
        const char *response;
        int why;
    } cases[] = {{"", SANSMCP_FAILURE_CLOSED}, {"garbage\r\n\r\n", SANSMCP_FAILURE_CLOSED},
        {"HTTP/2 200 OK\r\n\r\n", SANSMCP_FAILURE_CLOSED},
        {"HTTP/1.1 2x0 OK\r\n\r\n", SANSMCP_FAILURE_CLOSED},
        {"HTTP/1.1 2000\r\n\r\n", SANSMCP_FAILURE_CLOSED},
        {"HTTP/1.1 101 Switching\r\n\r\n", SANSMCP_FAILURE_CLOSED},
        {"\r\n\r\n", SANSMCP_FAILURE_CLOSED}, {OK "no colon\r\n\r\n", SANSMCP_FAILURE_CLOSED},
        {OK "a b: c\r\n\r\n", SANSMCP_FAILURE_CLOSED}, {OK " a: b\r\n\r\n", SANSMCP_FAILURE_CLOSED},
        {OK J "Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}   ", SANSMCP_FAILURE_CLOSED},
        {OK J "Content-Length: -1\r\n\r\n{}", SANSMCP_FAILURE_CLOSED},
        {OK J "Content-Length: 99999999999999999999\r\n\r\n{}", SANSMCP_FAILURE_CLOSED},
        {OK J "Content-Length: 9\r\n\r\n{}", SANSMCP_FAILURE_CLOSED},
        {OK J "Transfer-Encoding: gzip\r\n\r\n{}", SANSMCP_FAILURE_CLOSED},
        {OK J "Transfer-Encoding: chunked\r\n\r\nx\r\n", SANSMCP_FAILURE_CLOSED},
        {OK J "Transfer-Encoding: chunked\r\n\r\n2\r\n{}3\r\n", SANSMCP_FAILURE_CLOSED},
        {OK J "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n", SANSMCP_FAILURE_CLOSED},
        {OK J "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n", SANSMCP_FAILURE_CLOSED},
        {"HTTP/1.1 200 OK\n" J "\n{}", SANSMCP_FAILURE_CLOSED},
        {"HTTP/1.1 204 No\r\n" J "\r\n", SANSMCP_FAILURE_MALFORMED},
        {"HTTP/1.1 500 Oh\r\nContent-Type: text/html\r\n\r\n<h1>", SANSMCP_FAILURE_STATUS},
        {OK "Content-Type: text/html\r\n\r\n<h1>", SANSMCP_FAILURE_MEDIA_TYPE},
        {OK J "\r\nno JSON", SANSMCP_FAILURE_MALFORMED},
        {OK E "\r\ndata: {}\n", SANSMCP_FAILURE_CLOSED},
        {long_head, SANSMCP_FAILURE_CLOSED}};
    memset(long_head, 'x', sizeof long_head - 1);
    memcpy(long_head, OK, sizeof OK - 1);
    connect_to_modern();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t before = told_count;
        call();
        int conn = accepted();
        respond(conn, cases[i].response, strlen(cases[i].response), 9);
        bool is_so = tells(before + 1) && last.kind == SANSMCP_CLIENT_EVENT_ANSWERED
            && failure == cases[i].why;
        CHECK(is_so);
        if (!is_so) printf("  case %zu: failure %d\n", i, failure);
    }
    /* A body that is longer than there is room for. */
    static char body[CLIENT_MESSAGE + 1];
    static const char head[] = OK J "\r\n";
    for (int more = 0; more < 2; more++) {
        size_t before = told_count, len = CLIENT_MESSAGE - 1 + (size_t)more * 2;
        unsigned long id = call();
        int conn = accepted();
        memset(body, ' ', sizeof body);
        int start = snprintf(body, sizeof body, RPC "\"id\":%lu,\"result\":{\"resultType\":"
                             "\"complete\",\"content\":[]", id);
        body[start] = ' ';
        memcpy(body + len - 2, "}}", 2);
        say(conn, head, sizeof head - 1);
        respond(conn, body, len, 1000);
        CHECK(tells(before + 1) && last.kind == SANSMCP_CLIENT_EVENT_ANSWERED);
        CHECK(failure == (more == 0 ? 0 : SANSMCP_FAILURE_TOO_LONG));
    }
    end_host();
}

/* A session: its streams break, and are gone on with. */
static void streams(void) {
    char line[1024];
    unsigned long id = 0;
    begin_host();
    GIVES(OK, sansmcp_client_connect(&w.client, &(sansmcp_policy){.newest = 5},
                                     client_host_now()));
    int conn = accepted();
    const char *found = strstr(request, "\"id\":");
    CHECK(found != NULL && sscanf(found, "\"id\":%lu", &id) == 1);
    int len = snprintf(line, sizeof line, OK J "Mcp-Session-Id: s-9\r\n\r\n" RPC "\"id\":%lu,"
                       "\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{"
                       "\"tools\":{\"listChanged\":true}},\"serverInfo\":{\"name\":\"s\","
                       "\"version\":\"2\"}}}", id);
    respond(conn, line, (size_t)len, 0);
    conn = accepted();
    CHECK(strstr(request, "notifications/initialized") != NULL);
    CHECK(strstr(request, "\r\nMcp-Session-Id: s-9\r\n") != NULL);
    respond(conn, "HTTP/1.1 202 Accepted\r\n\r\n", 25, 0);
    conn = accepted();
    CHECK(strncmp(request, "GET /mcp?x=1 HTTP/1.1\r\n", 23) == 0);
    CHECK(strstr(request, "Last-Event-ID") == NULL && strstr(request, "Content-Length") == NULL);
    static const char stream[] = OK E "\r\nretry: 50\nid: e-1\ndata: " RPC
        "\"method\":\"notifications/tools/list_changed\"}\n\nid: e-2\n\ndata: {\"half\":";
    size_t before = told_count;
    respond(conn, stream, sizeof stream - 1, 100);
    CHECK(tells(before + 1) && last.kind == SANSMCP_CLIENT_EVENT_CHANGED);
    int again = accepted();
    CHECK(again >= 0 && strstr(request, "\r\nLast-Event-ID: e-2\r\n") != NULL);
    say(again, OK E "\r\n", sizeof(OK E "\r\n") - 1);
    /* An answer that breaks off is asked for by its own id. */
    id = call();
    conn = accepted();
    CHECK(strncmp(request, "POST ", 5) == 0);
    static const char half[] = OK E "\r\nretry: 50\nid: a-1\ndata:\n\n";
    respond(conn, half, sizeof half - 1, 60);
    conn = accepted();
    CHECK(conn >= 0 && strncmp(request, "GET ", 4) == 0);
    CHECK(strstr(request, "\r\nLast-Event-ID: a-1\r\n") != NULL);
    len = snprintf(line, sizeof line, OK E "\r\ndata: " RPC "\"id\":%lu,\"result\":{"
                   "\"content\":[]}}\n\n", id);
    before = told_count;
    respond(conn, line, (size_t)len, 40);
    CHECK(tells(before + 1) && last.kind == SANSMCP_CLIENT_EVENT_ANSWERED && failure == 0);
    /* The server asks, more often than it takes answers: it is read no faster. */
    for (int i = 0; i < 20; i++) {
        len = snprintf(line, sizeof line, "data: " RPC "\"id\":%d,\"method\":\"ping\"}\n\n", i);
        say(again, line, (size_t)len);
    }
    before = told_count;
    for (int i = 0; i < 20; i++) turn(1);
    CHECK(told_count == before + 20); /* nobody answers here, so there is room */
    /* The end of the session. */
    sansmcp_client_leave(&w.client);
    conn = accepted();
    CHECK(strncmp(request, "DELETE /mcp?x=1 HTTP/1.1\r\n", 26) == 0);
    CHECK(client_host_unanswered(&host) == 1);
    respond(conn, "HTTP/1.1 200 OK\r\n\r\n", 19, 0);
    for (int i = 0; i < 100 && client_host_unanswered(&host) > 0; i++) turn(5);
    CHECK(client_host_unanswered(&host) == 0);
    close(again);
    end_host();
}

/* What is taken back, what is denied, and a server that is not there. */
static void ends(void) {
    connect_to_modern();
    sansmcp_ticket ticket = call_echo(&w);
    GIVES(OK, client_host_send(&host, &w.out, (sansmcp_str){0}));
    int conn = accepted();
    say(conn, OK E "\r\n: wait\n\n", sizeof(OK E "\r\n: wait\n\n") - 1);
    for (int i = 0; i < 10; i++) turn(1);
    GIVES(OK, sansmcp_client_cancel(&w.client, ticket));
    char byte;
    ssize_t count = -1;
    for (int i = 0; i < 400 && count < 0; i++) {
        turn(1);
        count = recv(conn, &byte, 1, 0);
        if (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK) count = 0; /* reset */
    }
    CHECK(count == 0);
    close(conn);
    host.authorization = "Bearer none";
    call();
    conn = accepted();
    CHECK(strstr(request, "\r\nAuthorization: Bearer none\r\n") != NULL);
    static const char denial[] = "HTTP/1.1 401 No\r\nWWW-Authenticate: Bearer x=\"1\"\r\n\r\nno";
    respond(conn, denial, sizeof denial - 1, 30);
    for (int i = 0; i < 400 && denied_count == 0; i++) turn(5);
    CHECK(denied_count == 1 && strcmp(challenge, "401 Bearer x=\"1\"") == 0);
    /* More exchanges than there is room for: the last call fails at once. */
    size_t before = told_count, sent = 0;
    sansmcp_ticket tickets[4];
    for (size_t i = 0; i < 4; i++) {
        tickets[i] = call_echo(&w);
        if (client_host_send(&host, &w.out, (sansmcp_str){0}) == SANSMCP_OK) sent++;
    }
    CHECK(sent == 4);
    for (size_t i = 0; i < 4; i++) GIVES(OK, sansmcp_client_cancel(&w.client, tickets[i]));
    for (int i = 0; i < 10; i++) turn(1);
    for (size_t i = 0; i < CLIENT_EXCHANGES + 1; i++) {
        GIVES(OK, sansmcp_client_notify(&w.client, S("my/own"), NULL, w.tx, w.tx_len, &w.out));
        sansmcp_result result = client_host_send(&host, &w.out, (sansmcp_str){0});
        CHECK(result == (i < CLIENT_EXCHANGES ? SANSMCP_OK : SANSMCP_BUSY));
    }
    CHECK(told_count == before);
    client_host_close(&host);
    /* Nobody listens any more. */
    close(listener);
    before = told_count;
    call();
    CHECK(tells(before + 1) && failure == SANSMCP_FAILURE_CLOSED);
    CHECK(strcmp(host.trouble, "Connection refused") == 0);
    end_host();
    listen_anywhere();
}

static void urls(void) {
    static const struct {
        const char *text, *host, *port, *target;
    } good[] = {{"http://localhost/mcp", "localhost", "80", "/mcp"},
        {"HTTP://127.0.0.1:8080", "127.0.0.1", "8080", "/"},
        {"http://[::1]:9?a=b#c", "::1", "9", "/?a=b"}, {"http://[::1]/", "::1", "80", "/"},
        {"http://h:/x/y", "h", "80", "/x/y"}};
    static const char *const bad[] = {"", "http", "https://h/", "ftp://h/", "http://", "http:///x",
        "http://a@h/", "http://h:x/", "http://h:123456/", "http://[::1", "http://[::1]x/",
        "http://h/a b", "http://h/\x7f", "http://h/\r\nEvil: 1", "http://:80/"};
    client_url it;
    char trouble[128];
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        CHECK(client_url_read(&it, good[i].text, trouble, sizeof trouble));
        CHECK(strcmp(it.host, good[i].host) == 0 && strcmp(it.port, good[i].port) == 0);
        CHECK(strcmp(it.target, good[i].target) == 0);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        trouble[0] = 0;
        CHECK(!client_url_read(&it, bad[i], trouble, sizeof trouble) && trouble[0] != 0);
    }
    static char endless[5000];
    memset(endless, 'a', sizeof endless - 1);
    memcpy(endless, "http://", 7);
    CHECK(!client_url_read(&it, endless, trouble, sizeof trouble));
    endless[10] = '/';
    CHECK(!client_url_read(&it, endless, trouble, sizeof trouble));
}

int main(void) {
    listen_anywhere();
    urls();
    good_responses();
    bad_responses();
    streams();
    ends();
    close(listener);
    return checked();
}
