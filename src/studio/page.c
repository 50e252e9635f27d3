// SPDX-License-Identifier: MIT
/* The page's files. What is served are names of a listing, made anew whenever the page itself is
 * asked for; a request only chooses among them, so that no path leads anywhere else. */
#include "studio/page.h"

#include "studio/files.h"
#include "studio/gate.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void forget(studio_page *page)
{
    while (page->count > 0)
        free(page->names[--page->count]);
}

void page_free(studio_page *page)
{
    forget(page);
}

static void list_folder(studio_page *page, const char *below, int depth)
{
    char path[PATH_MAX + 512];
    snprintf(path, sizeof path, "%s/%s", page->folder, below);
    DIR *folder = opendir(path);
    struct dirent *entry;
    while (folder && (entry = readdir(folder)) && page->count < STUDIO_PAGE_FILES) {
        char name[512];
        struct stat what;
        if (entry->d_name[0] == '.')
            continue;
        snprintf(name, sizeof name, "%s%s%s", below, *below ? "/" : "", entry->d_name);
        if (fstatat(dirfd(folder), entry->d_name, &what, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        if (S_ISDIR(what.st_mode) && depth < 3)
            list_folder(page, name, depth + 1);
        else if (S_ISREG(what.st_mode) && (page->names[page->count] = strdup(name)))
            page->count++;
    }
    if (folder)
        closedir(folder);
}

static bool look_in(studio_page *page, const char *folder)
{
    char index[PATH_MAX + 128];
    snprintf(index, sizeof index, "%s/index.html", folder);
    if (access(index, R_OK) != 0)
        return false;
    snprintf(page->folder, sizeof page->folder, "%s", folder);
    return true;
}

bool page_find(studio_page *page)
{
    static const char *const from_program[] = {"../share/interfluve/studio", "../../studio/dist"};
    const char *told = getenv("INTERFLUVE_STUDIO_PAGE");
    if (told)
        return look_in(page, told);
    char program[PATH_MAX], folder[PATH_MAX + 40];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return false;
    program[length] = '\0';
    char *slash = strrchr(program, '/');
    *slash = '\0';
    for (size_t i = 0; i < sizeof from_program / sizeof *from_program; i++) {
        snprintf(folder, sizeof folder, "%s/%s", program, from_program[i]);
        if (look_in(page, folder))
            return true;
    }
    return false;
}

static bool preset_path(const studio_page *page, const char *preset, char path[PATH_MAX + 256])
{
    if (!file_name_is_plain(preset) || strlen(preset) > 128)
        return false;
    snprintf(path, PATH_MAX + 256, "%s/presets/%s.webp", page->folder, preset);
    return true;
}

bool page_has_preset(const studio_page *page, const char *preset)
{
    char path[PATH_MAX + 256];
    return preset_path(page, preset, path) && access(path, R_OK) == 0;
}

char *page_preset(const studio_page *page, const char *preset, size_t *size)
{
    char path[PATH_MAX + 256];
    *size = 0;
    return preset_path(page, preset, path) ? file_load(path, (size_t)1 << 20, size) : NULL;
}

static const char *type_of(const char *name)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".webp", "image/webp"},
        {".ico", "image/x-icon"},
        {".json", "application/json"},
        {".woff2", "font/woff2"},
        {".wasm", "application/wasm"},
        {".txt", "text/plain; charset=utf-8"},
    };
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i][0]) == 0)
            return types[i][1];
    return "application/octet-stream";
}

static void send_file(const studio_page *page, studio_call *call, const char *name)
{
    char path[PATH_MAX + 512];
    struct stat what;
    snprintf(path, sizeof path, "%s/%s", page->folder, name);
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0 || fstat(file, &what) != 0 || !S_ISREG(what.st_mode)) {
        if (file >= 0)
            close(file);
        answer_line(call, 404, "the page has no such file any more");
        return;
    }
    call->code = 200;
    call->response = MHD_create_response_from_fd64((uint64_t)what.st_size, file);
    answer_header(call, "Content-Type", type_of(name));
}

void page_answer(studio_page *page, studio_call *call, const char *url)
{
    const char *name = strcmp(url, "/") == 0 ? "index.html" : url + 1;
    if (strcmp(name, "index.html") == 0) {
        forget(page);
        list_folder(page, "", 0);
    }
    for (size_t i = 0; i < page->count; i++)
        if (strcmp(page->names[i], name) == 0) {
            send_file(page, call, page->names[i]);
            return;
        }
    answer_line(call, 404, "the page has no such file");
}
