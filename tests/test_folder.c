// SPDX-License-Identifier: MIT
/* A folder appears complete or not at all, whatever goes wrong; and whatever stands in a folder,
 * reading it ends in a landscape or in one line. */
#include "failing_memory.h"
#include "made_land.h"
#include "own_folder.h"

#include "output/folder.h"
#include "output/raster.h"

#include <cpl_error.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>

static size_t entries_in(const char *dir)
{
    char command[600];
    snprintf(command, sizeof command, "ls -A %s | wc -l", dir);
    FILE *stream = popen(command, "r");
    size_t count = 0;
    assert_int_equal(fscanf(stream, "%zu", &count), 1);
    pclose(stream);
    return count;
}

/* Without height there are no pictures and no model: quick to write. */
static fluv_landscape light_land(fluv_ctx *ctx)
{
    fluv_landscape land = made_land(ctx, 60, 90);
    fluv_layer_put(&land, FLUV_LAYER_height, NULL);
    return land;
}

static fluv_status write_land(fluv_ctx *ctx, const fluv_landscape *land, const char *dir)
{
    fluv_folder_content content = {.land = land, .recipe_text = "a: 1\n"};
    return fluv_folder_write(ctx, &content, dir);
}

static void finish(fluv_ctx *ctx, fluv_landscape *land)
{
    fluv_landscape_free(land);
    assert_int_equal(atomic_load(&ctx->memory.now), 0);
    fluv_ctx_delete(ctx);
}

static void expect_refused(const char *dir, const char *words)
{
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape land = light_land(ctx);
    assert_int_equal(fluv_write_check(ctx, dir, NULL), FLUV_IO);
    assert_int_equal(write_land(ctx, &land, dir), FLUV_IO);
    if (!strstr(fluv_message(ctx), words))
        fail_msg("'%s' is not in '%s'", words, fluv_message(ctx));
    assert_null(strchr(fluv_message(ctx), '\n'));
    finish(ctx, &land);
}

static void expect_written(const char *dir)
{
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape land = light_land(ctx);
    assert_int_equal(fluv_write_check(ctx, dir, NULL), FLUV_OK);
    assert_int_equal(write_land(ctx, &land, dir), FLUV_OK);
    fluv_landscape *read = NULL;
    assert_int_equal(fluv_read(ctx, dir, &read), FLUV_OK);
    assert_null(fluv_height_of(read));
    assert_int_equal(fluv_rivers_of(read)->count, 4);
    fluv_landscape_delete(read);
    finish(ctx, &land);
}

/* ---- where it may be written ---- */

static void test_only_layers_that_are_there(void **state)
{
    (void)state;
    expect_written(path_of("light/"));
    assert_int_equal(access(path_of("light/height.tif"), F_OK), -1);
    assert_int_equal(access(path_of("light/map.png"), F_OK), -1);
    assert_int_equal(access(path_of("light/cover.tif"), F_OK), 0);
    struct stat info;
    assert_int_equal(stat(path_of("light"), &info), 0);
    mode_t mask = umask(0);
    umask(mask);
    assert_int_equal(info.st_mode & 0777, 0777 & ~mask); /* as any folder the user makes */
}

static void test_folders_of_others_stay(void **state)
{
    (void)state;
    shell("mkdir %s && echo mine > %s", path_of("mine"), path_of("mine/diary"));
    expect_refused(path_of("mine"), "holds no result of interfluve");
    shell("echo '{\"generator\": \"else\"}' > %s", path_of("mine/landscape.json"));
    expect_refused(path_of("mine"), "holds no result of interfluve");
    shell("printf '{\"generator\": \"interf' > %s", path_of("mine/landscape.json"));
    expect_refused(path_of("mine"), "holds no result of interfluve");
    assert_int_equal(entries_in(path_of("mine")), 2);
    shell("echo x > %s", path_of("file"));
    expect_refused(path_of("file"), "is no folder");
    expect_refused(path_of("file/in"), "cannot be written");
    expect_refused(path_of("nowhere/in"), "there is no folder");
    expect_refused("", "no name for a folder");
}

static void test_empty_folders_and_links_are_fine(void **state)
{
    (void)state;
    shell("mkdir %s %s && ln -s %s %s", path_of("blank"), path_of("behind"), path_of("behind"),
          path_of("link"));
    expect_written(path_of("blank"));
    expect_written(path_of("link"));
    struct stat info;
    assert_int_equal(lstat(path_of("link"), &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(access(path_of("behind/landscape.json"), F_OK), 0);
}

/* Files of the user's whose names begin as ours do. */
#define BESIDE_OURS                                                                                \
    "height.tiff height.tif.aux.xml map.png.notes.txt water.gpkg-wal cover.tif~ "                  \
    "landscape.json.bak"

static void test_older_result_goes_and_what_the_user_added_stays(void **state)
{
    (void)state;
    expect_written(path_of("twice"));
    shell("cd %s && echo note > notes.txt && mkdir sub && echo x > sub/x && touch " BESIDE_OURS,
          path_of("twice"));
    expect_written(path_of("twice"));
    assert_int_equal(access(path_of("twice/notes.txt"), F_OK), 0);
    assert_int_equal(access(path_of("twice/sub/x"), F_OK), 0);
    shell("cd %s && ls " BESIDE_OURS " >/dev/null", path_of("twice"));
    shell("! ls -d %s.part-* 2>/dev/null", path_of("twice"));
}

/* Writes the light land into "listed" once more, without some files. */
static void write_without(const char *without)
{
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape land = light_land(ctx);
    fluv_folder_content content = {.land = &land, .without = without};
    assert_int_equal(fluv_folder_write(ctx, &content, path_of("listed")), FLUV_OK);
    finish(ctx, &land);
}

static void test_only_what_was_listed_goes(void **state)
{
    (void)state;
    expect_written(path_of("listed"));
    shell("cd %s && grep -q '\"files\"' landscape.json && ls > ../all && "
          "for f in $(cat ../all); do grep -q \"\\\"$f\\\"\" landscape.json || exit 1; done",
          path_of("listed"));
    write_without("direction.tif");
    assert_int_equal(access(path_of("listed/direction.tif"), F_OK), -1);
    assert_int_equal(access(path_of("listed/cover.tif.aux.xml"), F_OK), 0);
    shell("echo mine > %s", path_of("listed/direction.tif")); /* a name of ours, not our file */
    expect_refused(path_of("listed"), "direction.tif in it was not written by interfluve");
    shell("cd %s && grep -q mine direction.tif && rm direction.tif", path_of("listed"));
    expect_written(path_of("listed"));
}

/* An older version kept no list: files with our exact names are its own. */
static void test_folders_without_a_list(void **state)
{
    (void)state;
    expect_written(path_of("listed"));
    shell("cd %s && sed -i 's/\"files\"/\"flies\"/' landscape.json && touch " BESIDE_OURS,
          path_of("listed"));
    write_without("direction.tif");
    assert_int_equal(access(path_of("listed/direction.tif"), F_OK), -1);
    shell("cd %s && ls " BESIDE_OURS " >/dev/null", path_of("listed"));
}

static void expect_not_left_out(const char *without, const char *words)
{
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape land = light_land(ctx);
    fluv_folder_content content = {.land = &land, .without = without};
    fluv_write_options options = {.struct_size = sizeof options, .without = without};
    assert_int_equal(fluv_write_check(ctx, path_of("partial"), &options), FLUV_BAD_USE);
    assert_int_equal(fluv_folder_write(ctx, &content, path_of("partial")), FLUV_BAD_USE);
    if (!strstr(fluv_message(ctx), words))
        fail_msg("'%s' is not in '%s'", words, fluv_message(ctx));
    finish(ctx, &land);
}

/* What a crash left is removed by the next run into the same place, and nothing else is. */
static void test_rooms_left_by_a_crash(void **state)
{
    (void)state;
    shell("mkdir -p %s/a/r.part-aaaaaa/new %s/a/r.part-bbbbbb/new %s/a/r.part-notes", folder,
          folder, folder);
    shell("mkdir -p %s/a/s.part-aaaaaa/new %s/a/r.part-cccccc %s/a/r.part-dddddd/new", folder,
          folder, folder);
    shell("cd %s/a && touch r.part-aaaaaa/new/height.tif r.part-notes/mine "
          "s.part-aaaaaa/new/area.tif "
          "r.part-bbbbbb/new/height.tif r.part-dddddd/new/mine",
          folder);
    int lock = open(path_of("a/r.part-bbbbbb"), O_RDONLY | O_DIRECTORY);
    assert_int_equal(flock(lock, LOCK_EX | LOCK_NB), 0); /* another run, that is busy */
    expect_written(path_of("a/r"));
    close(lock);
    assert_int_not_equal(access(path_of("a/r.part-aaaaaa"), F_OK), 0);
    assert_int_equal(access(path_of("a/r.part-bbbbbb/new/height.tif"), F_OK), 0);
    assert_int_equal(access(path_of("a/r.part-notes/mine"), F_OK), 0);
    assert_int_equal(access(path_of("a/s.part-aaaaaa/new/area.tif"), F_OK), 0);
    assert_int_equal(access(path_of("a/r.part-cccccc"), F_OK), 0);
    assert_int_equal(access(path_of("a/r.part-dddddd/new/mine"), F_OK), 0);
    assert_int_equal(entries_in(path_of("a")), 6);
}

/* Between its two renames a run was ended: the older result comes back, and is then replaced. */
static void test_older_result_set_aside_by_a_crash(void **state)
{
    (void)state;
    shell("mkdir %s/c", folder);
    expect_written(path_of("c/r"));
    shell("cd %s/c && touch r/mine && mkdir -p r.part-aaaaaa/new && mv r r.part-aaaaaa/old",
          folder);
    expect_written(path_of("c/r"));
    assert_int_equal(access(path_of("c/r/mine"), F_OK), 0);
    assert_int_equal(entries_in(path_of("c")), 1);
}

static void test_places_where_nothing_can_be_made(void **state)
{
    (void)state;
    fluv_ctx *ctx = fluv_ctx_new();
    if (access("/proc/self", F_OK) == 0)
        assert_int_equal(fluv_write_check(ctx, "/proc/x", NULL), FLUV_IO);
    fluv_ctx_delete(ctx);
}

static void test_files_can_be_left_out(void **state)
{
    (void)state;
    expect_not_left_out("terain.glb", "did you mean `terrain.glb`");
    expect_not_left_out("map.png,nothing at all", "name a file in full");
    expect_not_left_out("map.png,,area.tif", "name a file in full");
    expect_not_left_out("landscape.json", "cannot be left out");
    expect_not_left_out("map.png,cover.tif", "cannot be left out");
    expect_written(path_of("partial"));
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape land = light_land(ctx);
    fluv_folder_content content = {.land = &land, .without = "direction.tif,water.gpkg"};
    assert_int_equal(fluv_folder_write(ctx, &content, path_of("partial")), FLUV_OK);
    assert_int_equal(access(path_of("partial/direction.tif"), F_OK), -1);
    assert_int_equal(access(path_of("partial/water.gpkg"), F_OK), -1);
    assert_int_equal(access(path_of("partial/area.tif"), F_OK), 0);
    finish(ctx, &land);
}

/* ---- when something fails ---- */

/* Nothing new, and the older result as it was. */
static void expect_nothing_left(const char *dir, const char *older)
{
    assert_int_equal(access(dir, F_OK), -1);
    shell("! ls -d %s.part-* 2>/dev/null", dir);
    assert_int_equal(access(older, F_OK), 0);
}

/* Writes into the folder "alloc"; nothing is there after a failure. */
static fluv_status write_again(fluv_ctx *ctx, void *land)
{
    fluv_status status = write_land(ctx, land, path_of("alloc/out"));
    assert_int_equal(entries_in(path_of("alloc")), status == FLUV_OK);
    return status;
}

static fluv_status read_again(fluv_ctx *ctx, void *data)
{
    (void)data;
    fluv_landscape *read = NULL;
    fluv_status status = fluv_read(ctx, path_of("alloc/out"), &read);
    assert_int_equal(read != NULL, status == FLUV_OK);
    fluv_landscape_delete(read);
    return status;
}

static void test_every_allocation_may_fail(void **state)
{
    (void)state;
    shell("mkdir %s", path_of("alloc"));
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape land = light_land(ctx);
    fail_each_allocation(ctx, write_again, &land);
    fail_each_allocation(ctx, read_again, NULL);
    finish(ctx, &land);
}

static fluv_status write_layers(fluv_ctx *ctx, void *land)
{
    for (size_t i = 0; i < fluv_layer_file_count; i++)
        FLUV_TRY(fluv_layer_write(ctx, land, fluv_layer_files[i].name, path_of("layers")));
    return fluv_height_png_write(ctx, land, NULL, path_of("layers/height.png"));
}

static void test_layers_with_height_survive_failing_allocations(void **state)
{
    (void)state;
    shell("mkdir %s", path_of("layers"));
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape land = made_land(ctx, 20, 30);
    fail_each_allocation(ctx, write_layers, &land);
    finish(ctx, &land);
}

typedef struct stopper {
    fluv_ctx *ctx;
    int at, reports, whole;
    const char *last;
} stopper;

static void stop_at(void *user, const fluv_progress *now)
{
    stopper *s = user;
    assert_true(now->step >= 1 && now->step <= now->steps);
    s->whole += now->fraction >= 1.0;
    s->last = now->stage;
    if (s->reports++ == s->at)
        fluv_cancel(s->ctx);
}

static void test_cancel_leaves_nothing(void **state)
{
    (void)state;
    expect_written(path_of("older"));
    for (int at = 0;; at++) {
        fluv_ctx *ctx = fluv_ctx_new();
        fluv_landscape land = light_land(ctx);
        stopper s = {.ctx = ctx, .at = at};
        fluv_set_progress(ctx, stop_at, &s);
        fluv_status status = write_land(ctx, &land, path_of("stopped"));
        int whole = s.whole;
        finish(ctx, &land);
        if (status == FLUV_OK) {
            assert_int_equal(whole, 13); /* one end a file */
            break;
        }
        assert_int_equal(status, FLUV_CANCELLED);
        expect_nothing_left(path_of("stopped"), path_of("older"));
    }
    shell("rm -r %s", path_of("stopped"));
}

static void expect_io_failure(const char *dir, bool heavy)
{
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape land = heavy ? made_land(ctx, 300, 200) : light_land(ctx);
    fluv_status status = write_land(ctx, &land, dir);
    if (status != FLUV_IO)
        fail_msg("status %d: %s", status, fluv_message(ctx));
    assert_null(strchr(fluv_message(ctx), '\n'));
    assert_non_null(strstr(fluv_message(ctx), dir));
    assert_null(strstr(fluv_message(ctx), ".part-"));
    expect_nothing_left(dir, path_of("older"));
    finish(ctx, &land);
}

static void test_files_that_may_not_grow(void **state)
{
    (void)state;
    struct rlimit before, limit;
    getrlimit(RLIMIT_FSIZE, &before);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    static const rlim_t sizes[] = {0, 1, 100, 700, 1500, 4096, 20000, 65536, 100000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        limit = before;
        limit.rlim_cur = sizes[i];
        setrlimit(RLIMIT_FSIZE, &limit);
        expect_io_failure(path_of("limited"), i == 3);
        setrlimit(RLIMIT_FSIZE, &before);
    }
    signal(SIGXFSZ, handler);
}

static void test_full_disk(void **state)
{
    (void)state;
    shell("mkdir %s", path_of("disk"));
    static const char *const sizes[] = {"4k", "16k", "32k", "64k", "120k", "200k", "300k"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char option[32];
        snprintf(option, sizeof option, "size=%s", sizes[i]);
        if (mount("tmpfs", path_of("disk"), "tmpfs", 0, option) != 0)
            skip();
        expect_io_failure(path_of("disk/out"), i >= 5);
        assert_int_equal(entries_in(path_of("disk")), 0);
        assert_int_equal(umount(path_of("disk")), 0);
    }
}

/* ---- folders that are not what they were ---- */

static fluv_status read_once(const char *dir, const char *words)
{
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape *read = NULL, none = {0};
    fluv_status status = fluv_read(ctx, dir, &read);
    assert_true((status == FLUV_OK) == (read != NULL));
    assert_null(strchr(fluv_message(ctx), '\n'));
    if (words && !strstr(fluv_message(ctx), words))
        fail_msg("'%s' is not in '%s'", words, fluv_message(ctx));
    fluv_landscape_delete(read);
    finish(ctx, &none);
    return status;
}

static void write_whole(const char *dir)
{
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape land = made_land(ctx, 60, 90);
    assert_int_equal(write_land(ctx, &land, dir), FLUV_OK);
    finish(ctx, &land);
}

/* A file of the folder "cut" is what it is in "whole" again. Returns its size. */
static off_t copy_again(const char *name, char *path, size_t room)
{
    struct stat info;
    snprintf(path, room, "%s/%s", path_of("cut"), name);
    shell("cp %s/%s %s", path_of("whole"), name, path);
    assert_int_equal(stat(path, &info), 0);
    return info.st_size;
}

static void test_truncated_files(void **state)
{
    (void)state;
    write_whole(path_of("whole"));
    shell("cp -r %s %s", path_of("whole"), path_of("cut"));
    static const char *const names[] = {"height.tif", "cover.tif",      "direction.tif", "area.tif",
                                        "water.gpkg", "landscape.json", "terrain.glb"};
    silence s = listen_to_stderr();
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        char file[600];
        off_t size = copy_again(names[n], file, sizeof file);
        for (int part = 11; part >= 0; part--) {
            assert_int_equal(truncate(file, size * part / 12), 0);
            fluv_status status = read_once(path_of("cut"), NULL);
            if (status != FLUV_BAD_INPUT)
                printf("%s cut to %d/12 gives %d\n", names[n], part, (int)status);
            assert_int_equal(status, FLUV_BAD_INPUT);
        }
        copy_again(names[n], file, sizeof file);
    }
    expect_silence(s);
}

static void test_changed_bytes(void **state)
{
    (void)state;
    static const char *const names[] = {"height.tif", "direction.tif", "water.gpkg",
                                        "landscape.json", "terrain.glb"};
    silence s = listen_to_stderr();
    unsigned random = 4711;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        char name[600];
        for (int round = 0; round < 25; round++) {
            off_t size = copy_again(names[n], name, sizeof name);
            int file = open(name, O_WRONLY);
            for (int i = 0; i < 4; i++) {
                random = random * 1664525u + 1013904223u;
                unsigned char byte = (unsigned char)(random >> 24);
                assert_int_equal(pwrite(file, &byte, 1, (off_t)(random >> 4) % size), 1);
            }
            close(file);
            (void)!read_once(path_of("cut"), NULL);
        }
        copy_again(names[n], name, sizeof name);
    }
    expect_silence(s);
}

static void put_byte(const char *name, int col, int row, uint8_t value)
{
    CPLPushErrorHandler(CPLQuietErrorHandler); /* updating spoils the layout, and it says so */
    GDALDatasetH data = GDALOpen(path_of(name), GA_Update);
    assert_non_null(data);
    assert_int_equal(GDALRasterIO(GDALGetRasterBand(data, 1), GF_Write, col, row, 1, 1, &value, 1,
                                  1, GDT_Byte, 0, 0),
                     CE_None);
    GDALClose(data);
    CPLPopErrorHandler();
}

static void test_wrong_contents(void **state)
{
    (void)state;
    shell("rm -rf %s && cp -r %s %s", path_of("cut"), path_of("whole"), path_of("cut"));
    silence s = listen_to_stderr();
    put_byte("cut/direction.tif", 5, 50, 3);
    assert_int_equal(read_once(path_of("cut"), "no direction"), FLUV_BAD_INPUT);
    put_byte("cut/cover.tif", 5, 50, 9);
    assert_int_equal(read_once(path_of("cut"), "expected 0 to 4"), FLUV_BAD_INPUT);
    shell("cp %s %s", path_of("whole/map.png"), path_of("cut/height.tif"));
    assert_int_equal(read_once(path_of("cut"), "height.tif"), FLUV_BAD_INPUT);
    shell("sed -i 's/\"cols\": 60/\"cols\": 61/' %s", path_of("cut/landscape.json"));
    shell("cp %s %s", path_of("whole/height.tif"), path_of("cut/height.tif"));
    assert_int_equal(read_once(path_of("cut"), "expected 61 x 90"), FLUV_BAD_INPUT);
    shell("sed -i 's/\"cols\": 61/\"cols\": -5/' %s", path_of("cut/landscape.json"));
    assert_int_equal(read_once(path_of("cut"), "cols and rows"), FLUV_BAD_INPUT);
    shell("rm %s", path_of("cut/landscape.json"));
    assert_int_equal(read_once(path_of("cut"), "landscape.json"), FLUV_BAD_INPUT);
    assert_int_equal(read_once(path_of("nowhere"), "nowhere"), FLUV_BAD_INPUT);
    assert_int_equal(read_once("", "no such folder"), FLUV_BAD_INPUT);
    expect_silence(s);
}

static void sql(const char *name, const char *statement)
{
    GDALDatasetH data =
        GDALOpenEx(path_of(name), GDAL_OF_VECTOR | GDAL_OF_UPDATE, NULL, NULL, NULL);
    assert_non_null(data);
    OGRLayerH none = GDALDatasetExecuteSQL(data, statement, NULL, "");
    if (none)
        GDALDatasetReleaseResultSet(data, none);
    GDALClose(data);
}

/* Beds lie under the rivers of the same file, in the same order, or are not there at all. */
static void test_beds_fit_their_rivers(void **state)
{
    (void)state;
    shell("rm -rf %s && cp -r %s %s", path_of("cut"), path_of("whole"), path_of("cut"));
    sql("cut/water.gpkg", "UPDATE beds SET id = 99 WHERE fid = 2");
    assert_int_equal(read_once(path_of("cut"), "feature 2 of layer beds is no line of the river"),
                     FLUV_BAD_INPUT);
    sql("cut/water.gpkg", "DELETE FROM beds WHERE fid > 1");
    assert_int_equal(read_once(path_of("cut"), "has 4 rivers and 1 beds"), FLUV_BAD_INPUT);
    sql("cut/water.gpkg", "DROP TABLE beds");
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape *read = NULL, none = {0};
    assert_int_equal(fluv_read(ctx, path_of("cut"), &read), FLUV_OK);
    assert_true(isnan(fluv_rivers_of(read)->points[0].bed));
    assert_int_equal(write_land(ctx, read, path_of("bedless")), FLUV_OK);
    fluv_landscape_delete(read);
    finish(ctx, &none);
    assert_int_equal(read_once(path_of("bedless"), NULL), FLUV_OK);
}

static void test_missing_files_are_missing_layers(void **state)
{
    (void)state;
    shell("rm -rf %s && cp -r %s %s", path_of("cut"), path_of("whole"), path_of("cut"));
    shell("cd %s && rm water.tif region.tif water.gpkg map.png terrain.glb", path_of("cut"));
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape *read = NULL, none = {0};
    assert_int_equal(fluv_read(ctx, path_of("cut"), &read), FLUV_OK);
    assert_null(fluv_water_of(read));
    assert_null(fluv_rivers_of(read));
    assert_non_null(fluv_height_of(read));
    assert_non_null(fluv_receiver_of(read));
    fluv_landscape_delete(read);
    finish(ctx, &none);
}

static int clean_up(void **state)
{
    (void)!umount2(path_of("disk"), MNT_DETACH); /* where a test of it has failed */
    return remove_folder(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_layers_that_are_there),
        cmocka_unit_test(test_folders_of_others_stay),
        cmocka_unit_test(test_empty_folders_and_links_are_fine),
        cmocka_unit_test(test_older_result_goes_and_what_the_user_added_stays),
        cmocka_unit_test(test_only_what_was_listed_goes),
        cmocka_unit_test(test_folders_without_a_list),
        cmocka_unit_test(test_rooms_left_by_a_crash),
        cmocka_unit_test(test_older_result_set_aside_by_a_crash),
        cmocka_unit_test(test_places_where_nothing_can_be_made),
        cmocka_unit_test(test_files_can_be_left_out),
        cmocka_unit_test(test_every_allocation_may_fail),
        cmocka_unit_test(test_layers_with_height_survive_failing_allocations),
        cmocka_unit_test(test_cancel_leaves_nothing),
        cmocka_unit_test(test_files_that_may_not_grow),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_truncated_files),
        cmocka_unit_test(test_changed_bytes),
        cmocka_unit_test(test_wrong_contents),
        cmocka_unit_test(test_beds_fit_their_rivers),
        cmocka_unit_test(test_missing_files_are_missing_layers),
    };
    return cmocka_run_group_tests_name("folder", tests, make_folder, clean_up);
}
