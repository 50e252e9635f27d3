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
 *         use(fluv_height(land));
 *     else
 *         puts(fluv_message(ctx));
 *
 * Every call that can fail takes the context first, returns a fluv_status and leaves one line of
 * explanation in the context. A returned `const T *` is borrowed; a `T **out` is yours to delete.
 * Units are metres, years, radians and m3/s unless a name says otherwise; sea level is 0.
 * A context and what was made with it belong to one thread at a time; fluv_cancel may be called
 * from any thread or signal handler. */
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

typedef enum fluv_status {
    FLUV_OK = 0,
    FLUV_BAD_USE,    /* an argument of the call or of the command line is wrong */
    FLUV_BAD_RECIPE, /* the recipe cannot be read, or its plan does not hold */
    FLUV_BAD_INPUT,  /* a file that was named holds something unusable */
    FLUV_NO_MEMORY,  /* would not fit, or did not */
    FLUV_IO,         /* reading or writing failed */
    FLUV_CANCELLED   /* fluv_cancel was called */
} fluv_status;

FLUV_API const char *fluv_version(void);

/* ---- Context: messages, progress, cancelling, threads -------------------------------------- */

typedef struct fluv_ctx fluv_ctx;

FLUV_API fluv_ctx *fluv_ctx_new(void); /* NULL when there is no memory at all */
FLUV_API void fluv_ctx_delete(fluv_ctx *ctx);

/* One line about the last call that failed; "" if none did. */
FLUV_API const char *fluv_message(const fluv_ctx *ctx);

/* 0 means one thread per core. The result of a run is the same for any number. */
FLUV_API void fluv_set_threads(fluv_ctx *ctx, int threads);

/* Refuse to start a run whose estimate is above this many bytes. 0: what the machine has. */
FLUV_API void fluv_set_memory_limit(fluv_ctx *ctx, uint64_t bytes);

typedef struct fluv_progress {
    const char *phase; /* "make": stages run; "check": the rules; "write": files are written */
    const char *stage; /* name of the stage at work, or of the file being written */
    int step, steps;   /* this is step 1 .. steps of the phase */
    double fraction;   /* 0 .. 1 within the step; 1 exactly once, at its end */
    double seconds;    /* spent in this step so far */
} fluv_progress;
typedef void fluv_progress_fn(void *user, const fluv_progress *now);

FLUV_API void fluv_set_progress(fluv_ctx *ctx, fluv_progress_fn *report, void *user);

/* Asks whatever runs in the context to stop soon; it returns FLUV_CANCELLED. Async-signal-safe. */
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
    const char *unit;          /* "" for a pure number */
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
/* The recipe as YAML with every default filled in. Free the text with free(). */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_recipe_text(fluv_ctx *ctx, const fluv_recipe *recipe,
                                                      char **out);

/* ---- Landscapes: what a run makes ----------------------------------------------------------- */

typedef struct fluv_landscape fluv_landscape;

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
FLUV_API const char *fluv_crs(const fluv_landscape *land); /* WKT; "" for invented land */
FLUV_API uint64_t fluv_seed(const fluv_landscape *land);

/* What the user should know of how it was made: something a file left open and that was taken for
 * granted, a wish that could have no effect. One line each, in the order of the stages. */
FLUV_API size_t fluv_note_count(const fluv_landscape *land);
FLUV_API const char *fluv_note_text(const fluv_landscape *land, size_t index);
FLUV_API const char *fluv_note_stage(const fluv_landscape *land, size_t index);

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

/* The same by their own types: grids of cols * rows values, NULL while no stage has made them. */
FLUV_API const float *fluv_height(const fluv_landscape *land);      /* m, NaN: nodata */
FLUV_API const float *fluv_water(const fluv_landscape *land);       /* surface, m, NaN: dry */
FLUV_API const uint8_t *fluv_cover_of(const fluv_landscape *land);  /* fluv_cover */
FLUV_API const uint8_t *fluv_region(const fluv_landscape *land);    /* region type */
FLUV_API const uint32_t *fluv_receiver(const fluv_landscape *land); /* cell, NONE: ends here */
FLUV_API const double *fluv_area(const fluv_landscape *land);       /* drainage area, m2 */
FLUV_API const float *fluv_discharge(const fluv_landscape *land);   /* m3/s */
FLUV_API const float *fluv_flow(const fluv_landscape *land);        /* of storm water, m3/s */
FLUV_API const float *fluv_wear(const fluv_landscape *land);        /* m worn off by water */
FLUV_API const float *fluv_deposit(const fluv_landscape *land);     /* m laid down by water */

typedef enum fluv_river_kind {
    FLUV_PRIMARY,   /* runs from a channel head or a junction */
    FLUV_SECONDARY, /* leaves a lake */
    FLUV_DELTA,     /* a distributary */
    FLUV_DRY        /* a bed without water */
} fluv_river_kind;

typedef struct fluv_river_point {
    double x, y;    /* CRS */
    float surface;  /* water surface, m; never rises along the reach */
    float bed;      /* river bed, m; never rises along the reach */
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
    float width, depth, slope, velocity; /* m, m, rise over run, m/s; means over the reach */
    uint8_t strahler;
    uint8_t kind;   /* fluv_river_kind */
    bool endorheic; /* its system ends in a closed lake */
    bool locked;
    char rosgen[4]; /* "" while no stage has classified it */
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
    bool closed;      /* nothing leaves it but evaporation */
    bool surveyed;    /* taken from the map as a flat, at the level the map gives */
    bool locked;
    uint8_t state;                   /* fluv_lake_state */
    uint32_t merged;                 /* how many hollows stand under its surface */
    uint32_t first_ring, ring_count; /* in fluv_lakes.outline: one outer ring, then its islands */
} fluv_lake;

typedef struct fluv_lakes {
    size_t count;
    const fluv_lake *lakes; /* by id */
    fluv_outline outline;
} fluv_lakes;

FLUV_API const fluv_lakes *fluv_lakes_of(const fluv_landscape *land); /* NULL: not made */

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
FLUV_API const fluv_outline *fluv_coast(const fluv_landscape *land); /* NULL: no ocean */

/* Where the water went. With `per_year` the numbers are m3/y, otherwise m3. */
typedef struct fluv_budget {
    bool known, per_year;
    double rain, evaporated, stored, left;
} fluv_budget;

FLUV_API const fluv_budget *fluv_budget_of(const fluv_landscape *land);

/* What was done to the ground so that water could run as it does. */
typedef struct fluv_ground_change {
    uint64_t hollows_breached, hollows_filled;
    double volume_cut, volume_filled; /* m3 */
    float deepest_cut, highest_fill;  /* m */
} fluv_ground_change;

FLUV_API const fluv_ground_change *fluv_ground_change_of(const fluv_landscape *land);

/* Where ground and water of the stage `hydraulic` went, in m3:
 *     eroded = deposited + carried + left,
 *     rain = evaporated + soaked + standing + water_left. */
typedef struct fluv_erosion {
    bool known;
    double eroded, deposited;
    double carried; /* by the water in the end */
    double left;    /* over the frame's edge */
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

/* The landscape's own; delete it before the context. FLUV_BAD_USE when the landscape has none. */
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
/* A window as a file: .tif (heights in m) or .png (16 bit, from the range's low, black, to its
 * high, white; what lies beyond is cut off; the file says which they are). `size`: cells along the
 * longer side. `range`: NULL for the tree's. */
typedef struct fluv_window {
    double west, south, east, north; /* CRS */
} fluv_window;
FLUV_API FLUV_MUST_CHECK fluv_status fluv_tree_sample(fluv_ctx *ctx, const fluv_tree *tree,
                                                      const fluv_window *window, uint32_t size,
                                                      const fluv_height_range *range,
                                                      const char *file);

/* ---- Running a recipe ----------------------------------------------------------------------- */

/* A builder keeps the result of every stage it ran; a later run starts at the first stage that
 * differs. The landscape it returns is borrowed and lives until the next run or the delete. */
typedef struct fluv_builder fluv_builder;

FLUV_API fluv_builder *fluv_builder_new(fluv_ctx *ctx); /* NULL: no memory */
FLUV_API void fluv_builder_delete(fluv_builder *builder);
/* Keep intermediate results (default) or not (less memory for a single run). */
FLUV_API void fluv_builder_keep(fluv_builder *builder, bool keep);
FLUV_API FLUV_MUST_CHECK fluv_status fluv_builder_run(fluv_ctx *ctx, fluv_builder *builder,
                                                      const fluv_recipe *recipe, const char *until,
                                                      const fluv_landscape **out);
/* How many stages of the last run were taken from what was kept. */
FLUV_API size_t fluv_builder_reused(const fluv_builder *builder);

/* ---- The rules of water --------------------------------------------------------------------- */

#define FLUV_RULES 9

typedef struct fluv_verdict {
    int rule;     /* 1 .. FLUV_RULES */
    bool applies; /* false: the landscape lacks what the rule speaks of */
    bool holds;
    uint64_t checked; /* things looked at: reaches, lakes, cells */
    uint64_t broken;
    char text[200]; /* one line: the rule, and where it is first broken */
} fluv_verdict;

FLUV_API FLUV_MUST_CHECK fluv_status fluv_check(fluv_ctx *ctx, const fluv_landscape *land,
                                                fluv_verdict verdicts[FLUV_RULES]);

/* ---- Files ----------------------------------------------------------------------------------- */

/* The files of a folder, in the order they are written. */
FLUV_API size_t fluv_file_count(void);
FLUV_API const char *fluv_file_name(size_t index);

typedef struct fluv_write_options {
    const fluv_verdict *verdicts; /* what fluv_check said, to be noted; NULL: it is asked */
    const char *without;          /* files to leave out, "terrain.glb,map.png"; NULL: none */
} fluv_write_options;

/* Whether fluv_write would be refused: `dir` must be an empty folder, or one that Interfluve wrote
 * before, or not be there in a folder that is. To be asked before a long run. `options` may be
 * NULL.
 */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_write_check(fluv_ctx *ctx, const char *dir,
                                                      const fluv_write_options *options);

/* Writes the folder whole or not at all; what Interfluve wrote there before is replaced, any other
 * folder that is not empty is refused. `options` may be NULL. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_write(fluv_ctx *ctx, const fluv_landscape *land,
                                                const fluv_recipe *recipe, const char *dir,
                                                const fluv_write_options *options);
/* Reads a folder back. Delete the landscape with fluv_landscape_delete. */
FLUV_API FLUV_MUST_CHECK fluv_status fluv_read(fluv_ctx *ctx, const char *dir,
                                               fluv_landscape **out);
FLUV_API void fluv_landscape_delete(fluv_landscape *land);

/* Pictures: "map", "region", "height", "water", "area", … */
FLUV_API size_t fluv_view_count(void);
FLUV_API const char *fluv_view_name(size_t index);
FLUV_API FLUV_MUST_CHECK fluv_status fluv_render(fluv_ctx *ctx, const fluv_landscape *land,
                                                 const char *view, const char *png_file);

#ifdef __cplusplus
}
#endif

#endif
