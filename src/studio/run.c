// SPDX-License-Identifier: MIT
/* `interfluve studio`: finds the page and a port, opens what was named, runs until a signal comes,
 * and meanwhile, once a second, looks at the disk and tells pages that the server is alive. */
#include "studio/server.h"
#include "studio/studio.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PORTS_TRIED 32
#define PING        15 /* seconds */

static int listen_on(int port)
{
    int one = 1, s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr = {htonl(INADDR_LOOPBACK)}};
    if (s < 0)
        return -1;
    (void)setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(s, (const struct sockaddr *)&address, sizeof address) == 0 && listen(s, 64) == 0)
        return s;
    close(s);
    return -1;
}

/* The port that was asked for, or the first that is free. */
static int find_port(const studio_options *options, int *port, char why[512])
{
    int first = options->port ? options->port : STUDIO_PORT;
    int last = options->port ? first : first + PORTS_TRIED - 1;
    for (*port = first; *port <= last; (*port)++) {
        int s = listen_on(*port);
        if (s >= 0)
            return s;
    }
    snprintf(why, 512, "cannot listen on port %d: %s", first, strerror(errno));
    return -1;
}

/* ---- The browser -------------------------------------------------------------------------------
 */

/* A process of its own that we do not wait for: a grandchild. */
static void show_page(const char *address)
{
    const char *screen = getenv("WAYLAND_DISPLAY") ? getenv("WAYLAND_DISPLAY") : getenv("DISPLAY");
    if (!screen || !*screen)
        return;
    pid_t child = fork();
    if (child == 0) {
        if (fork() == 0) {
            sigset_t none; /* what is blocked here would stay so in the browser */
            sigemptyset(&none);
            sigprocmask(SIG_SETMASK, &none, NULL);
            setsid(); /* Ctrl-C is for the studio alone */
            int nowhere = open("/dev/null", O_RDWR);
            dup2(nowhere, 0);
            dup2(nowhere, 1);
            dup2(nowhere, 2);
            execlp("xdg-open", "xdg-open", address, (char *)NULL);
        }
        _exit(0);
    }
    if (child > 0)
        waitpid(child, NULL, 0);
}

/* ---- The clock ---------------------------------------------------------------------------------
 */

/* Once a second until one of the signals comes. */
static void wait_for(studio *s, const sigset_t *signals)
{
    const struct timespec second = {.tv_sec = 1};
    for (int tick = 1; sigtimedwait(signals, NULL, &second) < 0; tick++) {
        studio_look_at_disk(s);
        if (tick % PING == 0)
            events_tell(&s->events, "ping", json_object());
    }
}

/* ---- Beginning and end -------------------------------------------------------------------------
 */

static studio_end fail(char why[512], studio_end end, const char *text)
{
    if (text)
        snprintf(why, 512, "%s", text);
    return end;
}

/* What was named, or the folder that was asked for where it is a project already. */
static json_t *open_first(studio *s, const studio_options *options)
{
    if (options->project && access(options->project, F_OK) == 0 && !options->what) {
        pthread_mutex_lock(&s->project.lock);
        json_t *wrong = project_open_folder(&s->project, options->project);
        if (!wrong)
            studio_wish_now(s, true);
        pthread_mutex_unlock(&s->project.lock);
        return wrong;
    }
    if (options->project)
        snprintf(s->project.wanted, sizeof s->project.wanted, "%s", options->project);
    return options->what ? studio_open_word(s, options->what) : NULL;
}

static studio_end prepare(studio *s, const studio_options *options, int *socket, int *port,
                          char why[512])
{
    if (!page_find(&s->page))
        return fail(why, STUDIO_FAILED,
                    "the studio's page is not built: `make studio-build` builds it, `make install` "
                    "installs it with the program");
    if (!studio_start(s, options->threads) || !getcwd(s->project.base, sizeof s->project.base))
        return fail(why, STUDIO_FAILED, "the studio cannot start: no memory");
    json_t *wrong = open_first(s, options);
    if (wrong) {
        fail(why, STUDIO_REFUSED, json_string_value(json_object_get(wrong, "message")));
        json_decref(wrong);
        return STUDIO_REFUSED;
    }
    *socket = find_port(options, port, why);
    if (*socket < 0)
        return STUDIO_FAILED;
    if (!studio_listen(s, *socket, *port)) {
        close(*socket);
        return fail(why, STUDIO_FAILED, "the studio cannot answer requests");
    }
    return STUDIO_DONE;
}

studio_end studio_run(const studio_options *options, char why[512])
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, NULL); /* for all threads: they are waited for */

    static studio s;
    int socket = -1, port = 0;
    studio_end end = prepare(&s, options, &socket, &port, why);
    if (end == STUDIO_DONE) {
        char address[128];
        snprintf(address, sizeof address, "http://127.0.0.1:%d/?token=%s", port, s.gate.token);
        printf("%s\n", address);
        fflush(stdout);
        if (options->open)
            show_page(address);
        wait_for(&s, &signals);
    }
    studio_stop(&s);
    return end;
}
