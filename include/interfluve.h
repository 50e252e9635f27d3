// SPDX-License-Identifier: MIT
/* Interfluve: landscapes whose rivers and lakes are right.
 *
 * The whole public interface, in the order one needs it:
 *
 *     fluv_ctx *ctx = fluv_ctx_new();
 *     fluv_recipe *recipe = NULL;
 *     fluv_builder *builder = fluv_builder_new(ctx);
 *     const fluv_landscape *land = NULL;
 *     if (fluv_recipe_read(ctx, "island.yaml", &recipe) == FLUV_OK &&
 *         fluv_builder_run(ctx, builder, recipe, NULL, &land) == FLUV_OK)
 *         use(fluv_height_of(land));
 *     else
 *         puts(fluv_message(ctx));
 *
 * docs/library.md works through an example. Every call that can fail takes the context first,
 * returns a fluv_status and leaves one line of explanation in the context. A returned `const T *`
 * is borrowed; a `T **out` is yours: things have a fluv_…_delete, texts and bytes fluv_text_free.
 * Units are metres, years, radians and m3/s unless a name says otherwise; sea level is 0.
 *
 * Threads. A context, and a recipe, builder or tree while it is being changed, belong to one thread
 * at a time; different threads use different contexts. A landscape that was handed out never
 * changes: any number of threads may read it, check it, write it and draw it, each with a context
 * of its own, while another runs the builder it came from, as long as they hold it
 * (fluv_landscape_hold). Deleting is legal on any thread and in any order, also after the context.
 * fluv_cancel may be called from any thread and from signal handlers. */
#ifndef INTERFLUVE_H
#define INTERFLUVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define FLUV_MUST_CHECK          __attribute__((warn_unused_result))
#define FLUV_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define FLUV_API                 __attribute__((visibility("default")))
#else
#define FLUV_MUST_CHECK
#define FLUV_PRINTF(text, first)
#define FLUV_API
#endif

/* ---- Version and status ------------------------------------------------------------------- */

#define FLUV_VERSION_MAJOR 0
#define FLUV_VERSION_MINOR 1
#define FLUV_VERSION_PATCH 0
#define FLUV_VERSION_NUMBER                                                                        \
    (FLUV_VERSION_MAJOR * 1000000 + FLUV_VERSION_MINOR * 1000 + FLUV_VERSION_PATCH)

/* Of the library that runs, which may not be the one this header came with. */
FLUV_API const char *fluv_version(void); /* "0.1.0" */
FLUV_API int fluv_version_number(void);  /* FLUV_VERSION_NUMBER */

/* What it was built with and runs on: the compiler, GDAL, libyaml and the like. */
typedef struct fluv_dependency {
    const char *name;
    char version[48];
} fluv_dependency;
FLUV_API size_t fluv_dependency_count(void);
FLUV_API bool fluv_dependency_at(size_t index, fluv_dependency *out); /* false beyond the last */

typedef enum fluv_status {
    FLUV_OK = 0,
    FLUV_BAD_USE,    /* an argument of the call or of the command line is wrong */
    FLUV_BAD_RECIPE, /* the recipe cannot be read, or its plan does not hold */
    FLUV_BAD_INPUT,  /* a file that was named holds something unusable */
    FLUV_NO_MEMORY,  /* would not fit, or did not */
    FLUV_IO,         /* reading or writing failed */
    FLUV_CANCELLED   /* fluv_cancel was called */
} fluv_status;

FLUV_API const char *fluv_status_name(fluv_status status); /* "bad recipe" */

/* Frees a text or bytes that a call handed out; NULL is legal. */
FLUV_API void fluv_text_free(void *text_or_bytes);
/* Makes a text safe for a terminal, in place: control characters, escape sequences, what turns the
 * direction of reading and what is no UTF-8 become '?'. Messages, notes and verdicts are so. */
FLUV_API void fluv_text_clean(char *text);

/* Structs of options begin with their size, so that they can grow: set `struct_size` to sizeof the
 * struct and leave what you do not care for zero. NULL stands for all defaults. */

/* ---- Context: messages, progress, cancelling, threads -------------------------------------- */

typedef struct fluv_ctx fluv_ctx;

FLUV_API fluv_ctx *fluv_ctx_new(void); /* NULL when there is no memory at all */
FLUV_API void fluv_ctx_delete(fluv_ctx *ctx);

/* One line about the last call that failed; "" if none did. */
FLUV_API const char *fluv_message(const fluv_ctx *ctx);

/* The same as fields, with the place of the mistake where it has one. Texts are never NULL. */
typedef struct fluv_error {
    fluv_status status;
    const char *message; /* fluv_message */
    const char *file;    /* the recipe's name or file; "": the mistake is in no text */
    int line, column;    /* there, from 1; 0: not known */
    const char *stage;   /* a stage's name or "frame"; "": none */
    int stage_index;     /* in the recipe, from 0; -1: none */
    const char *param;   /* the parameter's name; "": none */
    int row;             /* of the parameter's list, from 0; -1: none */
    const char *path;    /* all the way: "coast.landmasses[2].markers[1].x"; "": no parameter */
} fluv_error;

/* About the last call that failed; lives until the next call with the context. */
FLUV_API const fluv_error *fluv_error_of(const fluv_ctx *ctx);

/* 0 means one thread per core. The result of a run is the same for any number. */
FLUV_API void fluv_set_threads(fluv_ctx *ctx, int threads);

/* Refuse to start a run whose estimate is above this many bytes. 0: what the machine has. */
FLUV_API void fluv_set_memory_limit(fluv_ctx *ctx, uint64_t bytes);

/* From now on what goes beyond half of that limit (or of what the machine has) lies in nameless
 * files in `folder`: a run may need more than there is memory, and is refused when the disk has no
 * room. Its result is the same. NULL: all is memory again. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_set_disk(fluv_ctx *ctx, const char *folder);

typedef struct fluv_progress {
    /* "make", "tiles": stages run; "check", "measure"; "write", "read": files; "draw". */
    const char *phase;
    const char *stage; /* name of the stage at work, of the file or of the view */
    int step, steps;   /* this is step 1 .. steps of the phase */
    double fraction;   /* 0 .. 1 within the step, never falling; 1 exactly once, at its end */
    double seconds;    /* spent in this step so far */
} fluv_progress;
typedef void fluv_progress_fn(void *user, const fluv_progress *now);

/* `report` is called on the thread of the call that makes progress. */
FLUV_API void fluv_set_progress(fluv_ctx *ctx, fluv_progress_fn *report, void *user);

/* Asks the call that runs in the context at this moment, whichever it is, to stop soon; it returns
 * FLUV_CANCELLED and leaves nothing half done. When none runs, or it was done already, nothing
 * happens: the next call begins afresh. Who must not miss a call that is just beginning calls this
 * from `report`, where one always runs. Async-signal-safe. */
FLUV_API void fluv_cancel(fluv_ctx *ctx);

/* ---- What there is to set: stages and their parameters -------------------------------------- */

typedef enum fluv_param_type {
    FLUV_PARAM_REAL,
    FLUV_PARAM_INT,
    FLUV_PARAM_FIELD,  /* a number, a noise or an image */
    FLUV_PARAM_CHOICE, /* one word of `choices` */
    FLUV_PARAM_FLAG,
    FLUV_PARAM_TEXT,
    FLUV_PARAM_LIST /* rows, each with the values that `columns` describes */
} fluv_param_type;

typedef enum fluv_scale { FLUV_LINEAR, FLUV_LOG } fluv_scale;

struct fluv_list_columns;

/* One row of a stage's parameter table. */
typedef struct fluv_param {
    const char *name;
    fluv_param_type type;
    double standard, min, max; /* REAL, INT, FIELD; FLAG: standard is 0 or 1; LIST: min .. max rows,
                                * and an empty list, its default, is legal whatever min says */
    const char *unit;          /* "" for a pure number; TEXT: "file" or "folder" that it names */
    fluv_scale scale;          /* how a slider should run */
    const char *choices;       /* CHOICE: words joined by '|' */
    const char *standard_text; /* CHOICE and TEXT */
    const char *help;          /* one line, for a map maker */
    size_t offset;             /* place in the stage's parameter struct; internal */
    const struct fluv_list_columns *columns; /* LIST; otherwise NULL */
} fluv_param;

/* What every row of a LIST holds. A first column of TEXT can serve as the row's name. */
typedef struct fluv_list_columns {
    const fluv_param *params;
    size_t count;
    size_t required; /* the first so many must be given, a LIST among them with at least a row */
    size_t row_size; /* bytes; internal */
} fluv_list_columns;

typedef struct fluv_stage_info {
    const char *name;
    const char *summary;
    const char *needs;  /* layer names, separated by spaces */
    const char *makes;  /* anew: what was made from the old ones is dropped */
    const char *amends; /* or makes where missing; what was made from them stays true */
    const fluv_param *params;
    size_t param_count;
} fluv_stage_info;

FLUV_API size_t fluv_stage_count(void);
FLUV_API const fluv_stage_info *fluv_stage_at(size_t index);
FLUV_API const fluv_stage_info *fluv_stage_find(const char *name); /* NULL if there is none */

/* The parameters of the frame itself (`frame:` in a recipe), as one more table. */
FLUV_API const fluv_stage_info *fluv_frame_info(void);

/* The known word nearest to a mistyped one, NULL if none is near. */
FLUV_API const char *fluv_did_you_mean(const char *word, const char *const *known, size_t count);

/* ---- Recipes ------------------------------------------------------------------------------- */

typedef struct fluv_recipe fluv_recipe;

FLUV_API size_t fluv_preset_count(void);
FLUV_API const char *fluv_preset_name(size_t index);
FLUV_API const char *fluv_preset_summary(size_t index);
FLUV_API const char *fluv_preset_text(const char *name); /* YAML; NULL if there is none */

/* A file, or, where there is no such file, a preset's name. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_read(fluv_ctx *ctx, const char *file_or_preset,
                                                      fluv_recipe **out);
/* `name` stands in messages where a file's name would; images are looked up beside it. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_parse(fluv_ctx *ctx, const char *text,
                                                       size_t length, const char *name,
                                                       fluv_recipe **out);
/* The recipe behind `interfluve water`: import, drain, lakes without mapped dams, rivers. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_for_heightmap(fluv_ctx *ctx, const char *file,
                                                               fluv_recipe **out);
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_copy(fluv_ctx *ctx, const fluv_recipe *recipe,
                                                      fluv_recipe **out);
FLUV_API void fluv_recipe_delete(fluv_recipe *recipe);

/* "lakes.min_area=2 ha", "frame.width=60 km", "seed=7". Where a stage stands twice in a recipe,
 * "lakes#2.min_area" names the second. "coast.landmasses[0].inside=ocean" and, by the text of the
 * first column, "regions.types.marsh.growth=0.02" change a row of a list. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_set(fluv_ctx *ctx, fluv_recipe *recipe,
                                                     const char *assignment);
/* Lets the recipe end with a stage: those after it are taken away. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_end(fluv_ctx *ctx, fluv_recipe *recipe,
                                                     const char *stage);
/* Whether the stages can run in this order; fluv_builder_run asks this first. `until`: the last
 * stage to run, NULL for all. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_check(fluv_ctx *ctx, const fluv_recipe *recipe,
                                                       const char *until);
/* About how long the stages will take on one core, s; a guess to within a few times. 0 where the
 * first stage brings the frame, whose size is not known before it runs. What would take more than
 * days is refused by fluv_builder_run. */
typedef struct fluv_work {
    double seconds;
    const char *stage; /* the one that takes most of it; "" if nothing is known */
    int stage_index;   /* -1 */
    double stage_seconds;
} fluv_work;
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_work(fluv_ctx *ctx, const fluv_recipe *recipe,
                                                      fluv_work *out);
/* The recipe as YAML with every default filled in; fluv_text_free it. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_text(fluv_ctx *ctx, const fluv_recipe *recipe,
                                                      char **out);
/* The same for a file in a folder, given by its whole path: files are named as seen from there. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_text_in(fluv_ctx *ctx, const fluv_recipe *recipe,
                                                         const char *folder, char **out);

/* -- Asked: what stands in a recipe */

#define FLUV_FRAME_STAGE SIZE_MAX /* in the place of a stage's index: the frame */

FLUV_API uint64_t fluv_recipe_seed(const fluv_recipe *recipe);
FLUV_API size_t fluv_recipe_stage_count(const fluv_recipe *recipe);
/* The table of the stage at an index, or of FLUV_FRAME_STAGE; NULL beyond the last. */
FLUV_API const fluv_stage_info *fluv_recipe_stage_at(const fluv_recipe *recipe, size_t index);
/* "lakes", "lakes#2" or "frame" as an index; fluv_recipe_stage_count if there is none. */
FLUV_API size_t fluv_recipe_find(const fluv_recipe *recipe, const char *stage);

typedef enum fluv_field_kind {
    FLUV_FIELD_NUMBER,
    FLUV_FIELD_NOISE, /* runs from `low` to `high` */
    FLUV_FIELD_IMAGE  /* runs from `low` to `high` */
} fluv_field_kind;

/* A value. What belongs to another type than `param.type` is 0 or NULL. */
typedef struct fluv_value {
    fluv_param param;      /* its row of the table: name, type, unit, range, help */
    bool standard;         /* it is the default */
    double number;         /* REAL, INT; FLAG: 0 or 1; CHOICE: index of its word; FIELD: below */
    char word[40];         /* CHOICE */
    const char *text;      /* TEXT; FIELD: the image's file */
    size_t rows;           /* LIST */
    fluv_field_kind field; /* FIELD: NUMBER is `number`, the others have parts below it */
} fluv_value;

/* The value at a path below a stage: "min_area", "landmasses[0].inside", "types.marsh.growth", and
 * the parts of a FIELD: "rain.low", "rain.high", of a noise "rain.wavelength", "rain.octaves",
 * "rain.gain", of an image "rain.image". Numbers have the row's unit. The recipe owns the texts. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_value(fluv_ctx *ctx, const fluv_recipe *recipe,
                                                       size_t stage, const char *path,
                                                       fluv_value *out);
/* The same as a recipe would have it, whatever its type: "2000 m2", "[{x: 0 m, y: 5 m}]", a TEXT
 * without quotes. What fluv_recipe_put takes; fluv_text_free it. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_value_text(fluv_ctx *ctx,
                                                            const fluv_recipe *recipe, size_t stage,
                                                            const char *path, char **out);

/* Stages 0 .. n - 1 give the same in both recipes: the first stage that differs, 0 if seed or frame
 * do, SIZE_MAX if nothing does. */
FLUV_API size_t fluv_recipe_first_change(const fluv_recipe *a, const fluv_recipe *b);

/* -- Edited: every call leaves the recipe as it was when it fails */

FLUV_API void fluv_recipe_set_seed(fluv_recipe *recipe, uint64_t seed);
/* Sets the value at a path, given as a recipe would have it: "50 mm/y", "{noise: {low: 0, high:
 * 1}}". fluv_recipe_put_number: a number in the row's unit; an index for a CHOICE, 0 or 1 for a
 * FLAG. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_put(fluv_ctx *ctx, fluv_recipe *recipe,
                                                     size_t stage, const char *path,
                                                     const char *value);
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_put_number(fluv_ctx *ctx, fluv_recipe *recipe,
                                                            size_t stage, const char *path,
                                                            double value);
/* Rows of the list at a path: `row` is that of the new one, at most as many as there are; `values`
 * as a recipe would have them, "{x: 10 km, y: 5 km}". */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_insert_row(fluv_ctx *ctx, fluv_recipe *recipe,
                                                            size_t stage, const char *path,
                                                            size_t row, const char *values);
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_remove_row(fluv_ctx *ctx, fluv_recipe *recipe,
                                                            size_t stage, const char *path,
                                                            size_t row);
/* A new stage at `index`, before the one that stands there; `params`: "{min_area: 2 ha}", NULL for
 * its defaults. Whether the order holds is for fluv_recipe_check. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_insert(fluv_ctx *ctx, fluv_recipe *recipe,
                                                        size_t index, const char *stage,
                                                        const char *params);
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_replace(fluv_ctx *ctx, fluv_recipe *recipe,
                                                         size_t index, const char *stage,
                                                         const char *params);
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_remove(fluv_ctx *ctx, fluv_recipe *recipe,
                                                        size_t index);
/* The same by name: "lakes", or "lakes#2" where there are several. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_skip(fluv_ctx *ctx, fluv_recipe *recipe,
                                                      const char *stage);
/* Takes a stage out and puts it where it then has the index `to`. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_move(fluv_ctx *ctx, fluv_recipe *recipe,
                                                      size_t from, size_t to);

/* ---- Landscapes: what a run makes ----------------------------------------------------------- */

typedef struct fluv_landscape fluv_landscape;

/* A landscape lives as long as somebody holds it. Whoever made it holds it: you one that
 * fluv_read gave you, a builder its last one. One more holder, from any thread, and one less; hold
 * returns what it is given. */
FLUV_API const fluv_landscape *fluv_landscape_hold(const fluv_landscape *land);
FLUV_API void fluv_landscape_delete(const fluv_landscape *land);

/* Square cells, row 0 in the north, cell index = row * cols + col. */
typedef struct fluv_frame {
    uint32_t cols, rows;
    double cell;        /* side of a cell, m */
    double west, north; /* the outer corner of cell 0 in the CRS */
    double low, high;   /* height range asked for, m; both 0 when the recipe asks for none */
} fluv_frame;

typedef enum fluv_cover {
    FLUV_LAND = 0,
    FLUV_OCEAN = 1,
    FLUV_LAKE = 2,
    FLUV_RIVER = 3,
    FLUV_DRY_BED = 4
} fluv_cover;

#define FLUV_NONE UINT32_MAX /* no cell */

FLUV_API const fluv_frame *fluv_frame_of(const fluv_landscape *land);
FLUV_API const char *fluv_crs_of(const fluv_landscape *land); /* WKT; "" for invented land */
FLUV_API uint64_t fluv_seed_of(const fluv_landscape *land);

/* What the user should know of how it was made: something a file left open and that was taken for
 * granted, a wish that could have no effect. One line each, in the order of the stages. */
FLUV_API size_t fluv_note_count(const fluv_landscape *land);
FLUV_API const char *fluv_note_text(const fluv_landscape *land, size_t index);
FLUV_API const char *fluv_note_stage(const fluv_landscape *land, size_t index);

/* The values of a FIELD of a recipe, at the path of fluv_recipe_value, over a frame: as its stage
 * would find them, cols * rows of them. What a brush begins with. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_field(fluv_ctx *ctx, const fluv_recipe *recipe,
                                                       size_t stage, const char *path,
                                                       const fluv_frame *frame, float *values);

/* ---- Layers: what a landscape is made of ---- */

typedef enum fluv_layer_place {
    FLUV_ON_GRID, /* a value a cell of the frame */
    FLUV_ON_MESH, /* a value a vertex of the mesh */
    FLUV_WHOLE    /* a struct */
} fluv_layer_place;

typedef enum fluv_value_type {
    FLUV_FLOAT32,
    FLUV_FLOAT64,
    FLUV_UINT8,
    FLUV_UINT32,
    FLUV_STRUCT /* as the getters below say; of layers without one, internal */
} fluv_value_type;

typedef struct fluv_layer_info {
    const char *name;
    const char *help; /* one line */
    fluv_layer_place place;
    fluv_value_type type;
    const char *unit;      /* "" for a pure number */
    double nodata;         /* what stands for no value, NaN in most */
    const char *made_from; /* layer names, separated by spaces */
} fluv_layer_info;

FLUV_API size_t fluv_layer_count(void);
FLUV_API const fluv_layer_info *fluv_layer_at(size_t index);
FLUV_API const fluv_layer_info *fluv_layer_find(const char *name); /* NULL if there is none */

/* A layer of a landscape: on a grid rows * cols values, on a mesh one row of them. */
typedef struct fluv_layer_data {
    const fluv_layer_info *info;
    const void *data; /* NULL: no stage has made it */
    size_t rows, cols;
} fluv_layer_data;

FLUV_API fluv_layer_data fluv_layer_get(const fluv_landscape *land, const fluv_layer_info *layer);

/* A layer of numbers as one value a cell of the frame, whatever it lies on: cols * rows of them. On
 * a mesh, between its vertices. FLUV_BAD_USE when it is not there or holds no numbers. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_layer_grid(fluv_ctx *ctx, const fluv_landscape *land,
                                                     const fluv_layer_info *layer, float *values);

/* A type of region, by the number that the layer "region" has for it. */
typedef struct fluv_region_info {
    const char *name;
    uint8_t red, green, blue;
} fluv_region_info;

/* False beyond the last type, and where no stage has made regions. The landscape owns the name. */
FLUV_API bool fluv_region_type_of(const fluv_landscape *land, size_t type, fluv_region_info *out);

/* The same by their own types: grids of cols * rows values, NULL while no stage has made them. */
FLUV_API const float *fluv_height_of(const fluv_landscape *land);      /* m, NaN: nodata */
FLUV_API const float *fluv_water_of(const fluv_landscape *land);       /* surface, m, NaN: dry */
FLUV_API const uint8_t *fluv_cover_of(const fluv_landscape *land);     /* fluv_cover */
FLUV_API const uint8_t *fluv_region_of(const fluv_landscape *land);    /* region type */
FLUV_API const uint32_t *fluv_receiver_of(const fluv_landscape *land); /* cell, NONE: ends here */
FLUV_API const double *fluv_area_of(const fluv_landscape *land);       /* drainage area, m2 */
FLUV_API const float *fluv_discharge_of(const fluv_landscape *land);   /* m3/s */
FLUV_API const float *fluv_flow_of(const fluv_landscape *land);        /* of storm water, m3/s */
FLUV_API const float *fluv_wear_of(const fluv_landscape *land);        /* m worn off by water */
FLUV_API const float *fluv_deposit_of(const fluv_landscape *land);     /* m laid down by water */

#define FLUV_NAME_ROOM 48 /* bytes of a name and its end */

typedef enum fluv_river_kind {
    FLUV_PRIMARY,   /* runs from a channel head or a junction */
    FLUV_SECONDARY, /* leaves a lake */
    FLUV_DELTA,     /* one of a delta's arms */
    FLUV_DRY,       /* a bed without water */
    FLUV_BRAID      /* one of the channels of a river that parts and comes together again */
} fluv_river_kind;

typedef struct fluv_river_point {
    double x, y;    /* CRS */
    float surface;  /* water surface, m; never rises along the reach */
    float bed;      /* river bed, m; never rises along the reach; NaN: a file did not tell */
    float width;    /* m */
    float velocity; /* m/s */
} fluv_river_point;

/* One reach: from a head, a junction or a lake's outlet down to a junction, lake, ocean or edge.
 * Its points run downstream; the last point of a reach that has a `next_down` of its own (and
 * no lake between) is the first point of that reach. */
typedef struct fluv_reach {
    int64_t id;        /* > 0 */
    int64_t next_down; /* 0: ends. Through a lake: the lake's outlet reach */
    int64_t main_riv;  /* id of the most downstream reach of its river system */
    int64_t lake;      /* the lake it ends in, 0: none */
    int64_t from_lake; /* the lake it leaves, 0: none */
    uint32_t first_point, point_count;
    double length;                       /* m */
    double dist_down;                    /* from its lower end to the end of the system, m */
    double dist_up;                      /* from its lower end to the farthest head above, m */
    double catchment;                    /* drained by this reach alone, m2 */
    double upland;                       /* drained at its lower end, m2 */
    double discharge;                    /* long-term mean at its lower end, m3/s */
    float width, depth, slope, velocity; /* m, m, rise over run, m/s; width and depth are means over
                                          * the points, velocity = discharge / (width * depth) */
    uint8_t strahler;
    uint8_t kind;              /* fluv_river_kind */
    bool endorheic;            /* its system ends in a closed lake */
    bool locked;               /* its place was given by the author */
    char rosgen[4];            /* "" while no stage has classified it */
    char name[FLUV_NAME_ROOM]; /* "": none */
} fluv_reach;

typedef struct fluv_rivers {
    size_t count;
    const fluv_reach *reaches; /* upstream before downstream */
    size_t point_count;
    const fluv_river_point *points;
} fluv_rivers;

FLUV_API const fluv_rivers *fluv_rivers_of(const fluv_landscape *land); /* NULL: not made */

/* Closed rings: ring r has points first_point[r] .. first_point[r + 1] - 1, the first is not
 * repeated. Outer rings run counter-clockwise (y up) and are followed by their holes. */
typedef struct fluv_outline {
    size_t ring_count;
    const uint32_t *first_point; /* ring_count + 1 of them */
    const double *xy;            /* x, y, x, y, … CRS */
} fluv_outline;

typedef enum fluv_lake_state { FLUV_FULL, FLUV_PARTIAL, FLUV_EMPTY } fluv_lake_state;

typedef struct fluv_lake {
    int64_t id;
    float level;      /* m; of an empty lake, its floor */
    float depth_max;  /* m */
    double area;      /* m2 */
    double volume;    /* m3 */
    double catchment; /* m2, the lake included */
    double x, y;      /* its deepest point, CRS */
    int64_t outlet;   /* reach id, 0: none, or rivers are not made yet */
    /* Its water, in the budget's unit; 0 where no stage knows. */
    double inflow;      /* what reaches it */
    double evaporation; /* what it loses of that from its surface */
    double demand;      /* what its surface would lose if enough came: rate of loss times area */
    bool closed;        /* nothing leaves it but evaporation */
    bool surveyed;      /* stands at the level that the map gives, or the author */
    bool locked;        /* its place was given by the author */
    uint8_t state;      /* fluv_lake_state */
    uint32_t merged;    /* how many hollows stand under its surface */
    uint32_t first_ring, ring_count; /* in fluv_lakes.outline: one outer ring, then its islands */
    char name[FLUV_NAME_ROOM];       /* "": none */
} fluv_lake;

typedef struct fluv_lakes {
    size_t count;
    const fluv_lake *lakes; /* by id */
    fluv_outline outline;
} fluv_lakes;

FLUV_API const fluv_lakes *fluv_lakes_of(const fluv_landscape *land); /* NULL: not made */

/* Land whose water reaches neither sea nor edge: the catchments of closed lakes, dry ones among
 * them. All 0 where no stage has made lakes. */
typedef struct fluv_endorheic {
    size_t lakes;
    double area, share; /* m2, and of all land */
} fluv_endorheic;

FLUV_API fluv_endorheic fluv_endorheic_of(const fluv_landscape *land);

/* Catchments of the places where water ends: river mouths, edges, closed lakes. */
typedef struct fluv_watershed {
    int64_t id; /* of the river system (main_riv), or of the closed lake */
    bool endorheic;
    double area;                     /* m2 */
    uint32_t first_ring, ring_count; /* outer rings, each followed by its holes */
} fluv_watershed;

typedef struct fluv_watersheds {
    size_t count;
    const fluv_watershed *watersheds;
    fluv_outline outline;
} fluv_watersheds;

FLUV_API const fluv_watersheds *fluv_watersheds_of(const fluv_landscape *land);
FLUV_API const fluv_outline *fluv_coast_of(const fluv_landscape *land); /* land; NULL: no ocean */

/* What water is at a place: ids, 0: none. */
typedef struct fluv_waters {
    int64_t reach;     /* that covers the place, or else the nearest within `near` */
    int64_t lake;      /* around the place, or else with the nearest shore within `near` */
    int64_t watershed; /* that the place lies in */
} fluv_waters;

/* `x`, `y`: CRS. `near`: m; 0 asks for what is there, with a cell and a half of room for rivers,
 * whose lines do not run through the middle of cells. Any thread may ask.  O(points). */
FLUV_API fluv_waters fluv_waters_at(const fluv_landscape *land, double x, double y, double near);

/* Where the water went. With `per_year` the numbers are m3/y, otherwise m3. */
typedef struct fluv_budget {
    bool known, per_year;
    double rain, evaporated, stored, left;
    double
        earlier; /* of what evaporated: lost while the ground was made, from lakes of that time */
    double wettest; /* m/y that the cell with most runoff gives; only with per_year */
    double springs; /* m3/y of the rain that placed rivers bring at their sources */
} fluv_budget;

FLUV_API const fluv_budget *fluv_budget_of(const fluv_landscape *land);

/* What was done to the ground so that water could run as it does. */
typedef struct fluv_ground_change {
    uint64_t hollows_breached, hollows_filled;
    double volume_cut, volume_filled; /* m3 */
    float deepest_cut, highest_fill;  /* m */
} fluv_ground_change;

FLUV_API const fluv_ground_change *fluv_ground_change_of(const fluv_landscape *land);

/* Where ground and water of the stage `hydraulic` went, or what streams of `erode` wore and laid
 * down, in m3:
 *     eroded = deposited + carried + left,
 *     rain = evaporated + soaked + standing + water_left. */
typedef struct fluv_erosion {
    bool known;
    double eroded, deposited;
    double carried; /* by the water in the end */
    double left;    /* over the frame's edge, also through lakes that are silted up */
    double sunk;    /* in lakes whose floor the map does not show */
    double rain, evaporated, soaked;
    double standing;   /* as the rain ended */
    double water_left; /* over the frame's edge and into the sea */
} fluv_erosion;

FLUV_API const fluv_erosion *fluv_erosion_of(const fluv_landscape *land);

/* ---- Construction trees: land at any scale ----------------------------------------------------
 */

/* Land as a function of place, made by the stage `tree` and kept in the file terrain.tree. */
typedef struct fluv_tree fluv_tree;

/* A copy of the landscape's own. FLUV_BAD_USE when the landscape has none. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_tree_take(fluv_ctx *ctx, const fluv_landscape *land,
                                                    fluv_tree **out);
/* A file, or a folder that holds terrain.tree. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_tree_read(fluv_ctx *ctx, const char *file_or_dir,
                                                    fluv_tree **out);
FLUV_API void fluv_tree_delete(fluv_tree *tree);
/* Ground (m) at points, in CRS coordinates. Detail finer than twice the spacing of the points, in
 * m, is left out; 0: none is. Any number of threads may ask at once. */
FLUV_API void fluv_tree_heights(const fluv_tree *tree, const double *x, const double *y,
                                size_t count, double spacing, float *height);
/* Heights in m that a picture's black and white stand for. */
typedef struct fluv_height_range {
    double low, high;
} fluv_height_range;
/* That of a whole tree, the same for all its windows, with some room to spare. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_tree_range(fluv_ctx *ctx, const fluv_tree *tree,
                                                     fluv_height_range *range);
/* A window as a file: .tif (heights in m, beds of rivers and floors of lakes included; beside it
 * NAME-water.tif, the water's surface, and NAME-cover.tif) or .png (heights alone, 16 bit, from the
 * range's low, black, to its high, white; what lies beyond is cut off; the file says which they
 * are). `size`: cells along the longer side. `range`: NULL for the tree's. */
typedef struct fluv_window {
    double west, south, east, north; /* CRS */
} fluv_window;
FLUV_API FLUV_MUST_CHECK fluv_status fluv_tree_sample(fluv_ctx *ctx, const fluv_tree *tree,
                                                      const fluv_window *window, uint32_t size,
                                                      const fluv_height_range *range,
                                                      const char *file);

/* ---- Running a recipe ----------------------------------------------------------------------- */

/* A builder keeps the result of every stage it ran; a later run starts at the first stage that
 * differs. The landscape it returns is the builder's until its next run or its end; hold it
 * (fluv_landscape_hold) to have it longer. */
typedef struct fluv_builder fluv_builder;

/* A landscape of your own for runs to begin with: heights from memory, or anything else that lies
 * on the grid. `crs`: WKT, or NULL. Delete it with fluv_landscape_delete. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_landscape_new(fluv_ctx *ctx, const fluv_frame *frame,
                                                        const char *crs, fluv_landscape **out);
/* Copies cols * rows values of the layer's type into it, "height" first: what was made from the
 * layer before is dropped. Heights count as a map's, whose large flats are lakes (`lakes.flats`).
 */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_layer_give(fluv_ctx *ctx, fluv_landscape *land,
                                                     const char *layer, const void *values,
                                                     size_t count);

/* Lists, copied too: of reaches that nothing is made from, and of lakes, which stand on the grids
 * height, cover and water, given before. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_rivers_give(fluv_ctx *ctx, fluv_landscape *land,
                                                      const fluv_rivers *rivers);
FLUV_API FLUV_MUST_CHECK fluv_status fluv_lakes_give(fluv_ctx *ctx, fluv_landscape *land,
                                                     const fluv_lakes *lakes);

FLUV_API fluv_builder *fluv_builder_new(fluv_ctx *ctx); /* NULL: no memory */
/* Later runs begin with this landscape, frame and all, instead of none; NULL: with none again. It
 * is as if stages before the recipe's first had made its layers. The recipe needs no frame. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_builder_begin(fluv_ctx *ctx, fluv_builder *builder,
                                                        const fluv_landscape *land);
FLUV_API void fluv_builder_delete(fluv_builder *builder);
/* Keep intermediate results (default) or not (less memory for a single run). */
FLUV_API void fluv_builder_keep(fluv_builder *builder, bool keep);
/* Runs are drafts: sooner done, and near what the recipe makes; for a first picture of few cells.
 */
FLUV_API void fluv_builder_draft(fluv_builder *builder, bool draft);
FLUV_API FLUV_MUST_CHECK fluv_status fluv_builder_run(fluv_ctx *ctx, fluv_builder *builder,
                                                      const fluv_recipe *recipe, const char *until,
                                                      const fluv_landscape **out);
/* How many stages of the last run were taken from what was kept. */
FLUV_API size_t fluv_builder_reused(const fluv_builder *builder);

/* ---- The rules of water --------------------------------------------------------------------- */

#define FLUV_RULES 12

typedef struct fluv_verdict {
    int rule;     /* 1 .. FLUV_RULES */
    bool applies; /* false: the landscape lacks what the rule speaks of */
    bool holds;
    uint64_t checked; /* things looked at: reaches, lakes, cells */
    uint64_t broken;
    char text[200]; /* one line: the rule, and where it is first broken */
    bool has_place; /* x and y say where that is, CRS */
    double x, y;
} fluv_verdict;

FLUV_API FLUV_MUST_CHECK fluv_status fluv_check(fluv_ctx *ctx, const fluv_landscape *land,
                                                fluv_verdict verdicts[FLUV_RULES]);

/* ---- Figures: how like real land it is ---------------------------------------------------------
 */

/* A figure of landscapes: a row of a table. */
typedef struct fluv_figure_info {
    const char *name;   /* "slope_variation" */
    const char *unit;   /* "" for a pure number */
    const char *help;   /* one line */
    const char *source; /* of the range */
    double low, high;   /* what nine of ten real lands have; high may be infinite */
    double apart;       /* and not nearer than this to 0; 0: it may be anything between */
    bool counts;        /* it is one of those that the score counts */
} fluv_figure_info;

FLUV_API size_t fluv_figure_count(void);
FLUV_API const fluv_figure_info *fluv_figure_at(size_t index); /* NULL beyond the last */

/* A figure of one landscape. Later versions may add to its end: it is handed out by pointer. */
typedef struct fluv_figure {
    const fluv_figure_info *info;
    bool known;      /* false: `reason` says why */
    bool inside;     /* value is known and within the range of real land */
    double value;    /* NaN: not known */
    char reason[64]; /* "" where the value is known */
} fluv_figure;

typedef struct fluv_measure_options {
    size_t struct_size;           /* sizeof(fluv_measure_options) */
    const fluv_landscape *ground; /* heights to be measured instead of the landscape's own: a map
                                   * as it was before its hollows were cut; NULL: its own */
} fluv_measure_options;

typedef struct fluv_measures fluv_measures;

/* Measures a landscape: its ground with lakes as flat surfaces, as a survey would see it. What it
 * lacks (lakes, land enough) leaves figures unknown, with a reason. docs/measure.md has the
 * definitions. The same for any number of threads. Nearly O(cells). Delete it. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_measure(fluv_ctx *ctx, const fluv_landscape *land,
                                                  const fluv_measure_options *options,
                                                  fluv_measures **out);
FLUV_API void fluv_measures_delete(fluv_measures *measures);
/* By its place in the table, and by name; NULL: there is none. */
FLUV_API const fluv_figure *fluv_measures_at(const fluv_measures *measures, size_t index);
FLUV_API const fluv_figure *fluv_measures_find(const fluv_measures *measures, const char *name);

typedef struct fluv_measure_score {
    uint32_t inside, known, counted; /* of the figures that count */
} fluv_measure_score;

FLUV_API fluv_measure_score fluv_measures_score(const fluv_measures *measures);
/* All of them as JSON; fluv_text_free it. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_measures_json(fluv_ctx *ctx,
                                                        const fluv_measures *measures, char **out);
/* One page as a PNG file: the land in light and shadow, every figure beside its range, curves.
 * `title`: a line above; NULL: none. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_measures_picture(fluv_ctx *ctx,
                                                           const fluv_landscape *land,
                                                           const fluv_measures *measures,
                                                           const char *title, const char *png_file);

/* ---- Files ----------------------------------------------------------------------------------- */

/* The files of a folder, in the order they are written. */
FLUV_API size_t fluv_file_count(void);
FLUV_API const char *fluv_file_name(size_t index);

typedef struct fluv_write_options {
    size_t struct_size;           /* sizeof(fluv_write_options) */
    const fluv_verdict *verdicts; /* what fluv_check said, to be noted; NULL: it is asked */
    const char *without;          /* files to leave out, "terrain.glb,map.png"; NULL: none */
    const fluv_recipe *recipe;    /* fluv_write_check: what would be run; NULL: not looked at */
} fluv_write_options;

/* Whether fluv_write would be refused: `dir` must be an empty folder, or one that Interfluve wrote
 * before and the recipe does not load, or not be there in a folder that is. To be asked before a
 * long run. `options` may be NULL. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_write_check(fluv_ctx *ctx, const char *dir,
                                                      const fluv_write_options *options);

/* Writes the folder whole or not at all; what Interfluve wrote there before is replaced, any other
 * folder that is not empty is refused. `options` may be NULL. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_write(fluv_ctx *ctx, const fluv_landscape *land,
                                                const fluv_recipe *recipe, const char *dir,
                                                const fluv_write_options *options);
/* One of these files in memory, the same bytes: "terrain.glb", "landscape.json", "height.tif".
 * `recipe` is for recipe.yaml and may be NULL for others, `options` too; `without` has no say.
 * FLUV_BAD_USE when the landscape has nothing to put into it. Texts end with a zero behind `size`.
 */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_file_bytes(fluv_ctx *ctx, const fluv_landscape *land,
                                                     const fluv_recipe *recipe, const char *name,
                                                     const fluv_write_options *options,
                                                     uint8_t **bytes, size_t *size);
/* Reads a folder back. Delete the landscape with fluv_landscape_delete. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_read(fluv_ctx *ctx, const char *dir,
                                               fluv_landscape **out);

/* ---- In tiles: maps larger than memory, and several processes
 * ------------------------------------
 */

typedef struct fluv_tile_options {
    size_t struct_size;            /* sizeof(fluv_tile_options) */
    uint32_t tile_cols, tile_rows; /* cells of a tile; 0: by memory, or 4096 */
    uint64_t memory;               /* bytes that this process may take for a tile; 0: not said */
} fluv_tile_options;

/* How a run in tiles went. */
typedef struct fluv_tile_report {
    uint32_t cols, rows, tile_cols, tile_rows, tiles;
    uint32_t phases_found; /* of an earlier run that was ended: they were not done again */
    int rank, ranks;       /* of processes that mpirun started; rank 0 writes the result */
    bool silent;           /* another rank has something to say, or the same */
    uint64_t bytes_told;   /* by all tiles, of their rims and hollows; rank 0 knows */
} fluv_tile_report;

/* Whether a recipe that begins with `import` needs more than memory: its map does not fit, or has
 * more cells than 32 bits count. */
typedef struct fluv_tile_need {
    bool tiles;    /* it is one of `import` and `drain`, and goes in tiles */
    bool disk;     /* it is another, and does not go without fluv_set_disk */
    char why[200]; /* one line with the numbers; "" where it needs none of them */
} fluv_tile_need;

FLUV_API FLUV_MUST_CHECK fluv_status fluv_tiles_needed(fluv_ctx *ctx, const fluv_recipe *recipe,
                                                       fluv_tile_need *need);

/* Runs a recipe of `import` and `drain` tile by tile and writes the rasters of the result into
 * `dir`, the same bytes as fluv_write does after fluv_builder_run, for any tiles and any number of
 * processes. What is done stands in DIR.tiles until the end: the same call goes on there. `options`
 * may be NULL. Started by mpirun, with a library built with INTERFLUVE_MPI, ranks share the tiles;
 * they must see the same folders. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_run_in_tiles(fluv_ctx *ctx, const fluv_recipe *recipe,
                                                       const char *dir,
                                                       const fluv_tile_options *options,
                                                       fluv_tile_report *report);
/* Processes that mpirun started; 1: this one is alone. They share tiles, and nothing else. */
FLUV_API int fluv_ranks(void);
/* Ends what mpirun began, once, last; does nothing where it did not. `failed`: other ranks must not
 * wait for this one. */
FLUV_API void fluv_ranks_end(bool failed);

/* ---- Hand-over: files for engines and other programs -------------------------------------------
 */

/* How one program takes a landscape, in words. */
typedef struct fluv_export_profile {
    const char *name;  /* "unreal" */
    const char *title; /* "Unreal Engine" */
    const char *sizes, *heights, *axes, *scale, *names, *water;
} fluv_export_profile;

FLUV_API size_t fluv_export_profile_count(void);
FLUV_API const fluv_export_profile *fluv_export_profile_at(size_t index); /* NULL beyond the last */

/* What it takes heights as, "png|r16", and the maps that come with them, "slope,splat", where
 * nothing else is asked for; NULL beyond the last. */
FLUV_API const char *fluv_export_profile_formats(size_t index);
FLUV_API const char *fluv_export_profile_maps(size_t index);

/* Maps that can go with the heights: "slope", "wetness", "splat", … */
FLUV_API size_t fluv_export_map_count(void);
FLUV_API const char *fluv_export_map_name(size_t index);
FLUV_API const char *fluv_export_map_help(size_t index);

typedef struct fluv_export_options {
    size_t struct_size;  /* sizeof(fluv_export_options) */
    const char *profile; /* its name; must be given */
    uint32_t size;       /* vertices along the longer side; 0: about the land's own. What the
                          * program cannot take becomes the nearest that it can */
    uint32_t tiles;      /* along the longer side; 0, 1: whole. They share their edges' vertices */
    const char *format;  /* of heights: "png", "r16", …; NULL: the profile's first */
    const char *maps;    /* "slope,splat", "all" or "none"; NULL: the profile's own */
    double snow_line;    /* m; 0: three quarters of the way up */
    bool rebuild; /* make the land anew from the recipe at that size, instead of resampling */
    char **told;  /* what the program must be told, a line each, to be freed with
                   * fluv_text_free; NULL: not asked for */
} fluv_export_options;

/* What a wish comes to. */
typedef struct fluv_export_fit {
    uint32_t cols, rows;       /* vertices of the whole */
    uint32_t tiles_x, tiles_y; /* each has (cols - 1) / tiles_x + 1 of them */
} fluv_export_fit;

/* The vertices that land of so many cells gets with these options, before anything is made.
 * Profile, format and maps that are none are refused here as they are by fluv_export. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_export_fits(fluv_ctx *ctx,
                                                      const fluv_export_options *options,
                                                      uint32_t cols, uint32_t rows,
                                                      fluv_export_fit *out);

/* Writes files for one program into `dir`, whole or not at all: an empty folder, a new one, or an
 * earlier export, which is replaced. export.json there says what every number means. `recipe`: has
 * rules of materials, and is what `rebuild` runs; may be NULL. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_export(fluv_ctx *ctx, const fluv_landscape *land,
                                                 const fluv_recipe *recipe, const char *dir,
                                                 const fluv_export_options *options);

/* ---- Pictures -------------------------------------------------------------------------------- */

/* Views: "map", "region", "height", "water", "area", … */
FLUV_API size_t fluv_view_count(void);
FLUV_API const char *fluv_view_name(size_t index);

typedef struct fluv_render_options {
    size_t struct_size; /* sizeof(fluv_render_options) */
    uint32_t longest; /* pixels of the longer side, at most 16384; 0: by the cells, 1000 .. 2400 */
    bool bare;        /* without names, scale bar and legend */
    const char
        *climate; /* colours of heights: auto, temperate, arid, arctic, tropical; NULL: auto */
    /* Of the view relief3d; 0: as usual. */
    double azimuth;      /* the way one looks, degrees clockwise from north; 360: north */
    double tilt;         /* how far down one looks, degrees, 10 .. 80 */
    double exaggeration; /* of heights, 0.1 .. 100 */
} fluv_render_options;

/* To a PNG file (as usual, or by options), to the bytes of one, and to pixels: red, green, blue and
 * 255, row 0 in the north. `options` may be NULL. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_render(fluv_ctx *ctx, const fluv_landscape *land,
                                                 const char *view, const char *png_file);
FLUV_API FLUV_MUST_CHECK fluv_status fluv_render_as(fluv_ctx *ctx, const fluv_landscape *land,
                                                    const char *view,
                                                    const fluv_render_options *options,
                                                    const char *png_file);
FLUV_API FLUV_MUST_CHECK fluv_status fluv_render_png(fluv_ctx *ctx, const fluv_landscape *land,
                                                     const char *view,
                                                     const fluv_render_options *options,
                                                     uint8_t **bytes, size_t *size);
FLUV_API FLUV_MUST_CHECK fluv_status fluv_render_rgba(fluv_ctx *ctx, const fluv_landscape *land,
                                                      const char *view,
                                                      const fluv_render_options *options,
                                                      uint8_t **rgba, uint32_t *width,
                                                      uint32_t *height);

/* A picture of a sheet, with a line under it. */
typedef struct fluv_panel {
    const uint8_t *rgba; /* width * height pixels, as fluv_render_rgba has them; NULL: empty */
    uint32_t width, height;
    const char *label;
} fluv_panel;

/* Pictures side by side in rows of `columns`, to a PNG file: something to choose from. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_render_sheet(fluv_ctx *ctx, const fluv_panel *panels,
                                                       size_t count, uint32_t columns,
                                                       const char *png_file);

#ifdef __cplusplus
}
#endif

#endif
