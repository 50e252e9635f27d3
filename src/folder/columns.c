// SPDX-License-Identifier: MIT
/* The fields of water.gpkg: river fields follow HydroRIVERS, in lower case. */
#include "folder/columns.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define KM  1e3
#define KM2 1e6

#define COLUMN(struct_, field, kind, member, unit, words)                                          \
    {                                                                                              \
        field, FLUV_COLUMN_##kind, offsetof(struct_, member), unit, words                          \
    }
#define ID(struct_, field, member)          COLUMN(struct_, field, ID, member, 1, NULL)
#define COUNT(struct_, field, member)       COLUMN(struct_, field, COUNT, member, 1, NULL)
#define SMALL(struct_, field, member)       COLUMN(struct_, field, SMALL, member, 1, NULL)
#define FLAG(struct_, field, member)        COLUMN(struct_, field, FLAG, member, 1, NULL)
#define FLOAT(struct_, field, member)       COLUMN(struct_, field, FLOAT, member, 1, NULL)
#define CLASS(struct_, field, member)       COLUMN(struct_, field, CLASS, member, 1, NULL)
#define NAME(struct_, field, member)        COLUMN(struct_, field, NAME, member, 1, NULL)
#define REAL(struct_, field, member, unit)  COLUMN(struct_, field, REAL, member, unit, NULL)
#define WORD(struct_, field, member, words) COLUMN(struct_, field, WORD, member, 1, words)
#define COLUMNS(name, geometry, table)                                                             \
    {                                                                                              \
        name, geometry, table, sizeof table / sizeof *table                                        \
    }

static const char *const river_kinds[] = {"primary", "secondary", "delta", "dry", "braid", NULL};
static const char *const lake_states[] = {"full", "partial", "dry", NULL};

static const fluv_column river_table[] = {
    ID(fluv_reach, "id", id),
    ID(fluv_reach, "next_down", next_down),
    ID(fluv_reach, "main_riv", main_riv),
    REAL(fluv_reach, "length_km", length, KM),
    REAL(fluv_reach, "dist_dn_km", dist_down, KM),
    REAL(fluv_reach, "dist_up_km", dist_up, KM),
    REAL(fluv_reach, "catch_skm", catchment, KM2),
    REAL(fluv_reach, "upland_skm", upland, KM2),
    FLAG(fluv_reach, "endorheic", endorheic),
    REAL(fluv_reach, "dis_av_cms", discharge, 1),
    SMALL(fluv_reach, "ord_stra", strahler),
    FLOAT(fluv_reach, "width_m", width),
    FLOAT(fluv_reach, "depth_m", depth),
    FLOAT(fluv_reach, "slope", slope),
    CLASS(fluv_reach, "rosgen", rosgen),
    WORD(fluv_reach, "kind", kind, river_kinds),
    ID(fluv_reach, "lake", lake),
    FLAG(fluv_reach, "locked", locked),
    ID(fluv_reach, "from_lake", from_lake),
    FLOAT(fluv_reach, "velocity_ms", velocity),
    NAME(fluv_reach, "name", name),
};

static const fluv_column bed_table[] = {ID(fluv_river_bed, "id", id)};

static const fluv_column lake_table[] = {
    ID(fluv_lake, "id", id),
    FLOAT(fluv_lake, "level_m", level),
    REAL(fluv_lake, "area_skm", area, KM2),
    REAL(fluv_lake, "volume_m3", volume, 1),
    FLOAT(fluv_lake, "depth_max_m", depth_max),
    REAL(fluv_lake, "catch_skm", catchment, KM2),
    FLAG(fluv_lake, "closed", closed),
    ID(fluv_lake, "outlet", outlet),
    WORD(fluv_lake, "state", state, lake_states),
    FLAG(fluv_lake, "locked", locked),
    FLAG(fluv_lake, "surveyed", surveyed),
    COUNT(fluv_lake, "merged", merged),
    REAL(fluv_lake, "deepest_x", x, 1),
    REAL(fluv_lake, "deepest_y", y, 1),
    REAL(fluv_lake, "inflow_m3", inflow, 1),
    REAL(fluv_lake, "evap_m3", evaporation, 1),
    REAL(fluv_lake, "demand_m3", demand, 1),
    NAME(fluv_lake, "name", name),
};

static const fluv_column watershed_table[] = {
    ID(fluv_watershed, "id", id),
    FLAG(fluv_watershed, "endorheic", endorheic),
    REAL(fluv_watershed, "area_skm", area, KM2),
};

static const fluv_column coast_table[] = {
    ID(fluv_landmass, "id", id),
    REAL(fluv_landmass, "area_skm", area, KM2),
};

const fluv_columns fluv_river_columns = COLUMNS("rivers", wkbLineStringZM, river_table);
const fluv_columns fluv_bed_columns = COLUMNS("beds", wkbLineStringZM, bed_table);
const fluv_columns fluv_lake_columns = COLUMNS("lakes", wkbPolygon, lake_table);
const fluv_columns fluv_coast_columns = COLUMNS("coast", wkbPolygon, coast_table);
const fluv_columns fluv_watershed_columns = COLUMNS("watersheds", wkbMultiPolygon, watershed_table);

static_assert(sizeof river_table / sizeof *river_table <= FLUV_COLUMNS_MAX, "places have room");

static OGRFieldType field_type(fluv_column_kind kind)
{
    switch (kind) {
    case FLUV_COLUMN_ID:
    case FLUV_COLUMN_COUNT:
        return OFTInteger64;
    case FLUV_COLUMN_SMALL:
    case FLUV_COLUMN_FLAG:
        return OFTInteger;
    case FLUV_COLUMN_REAL:
    case FLUV_COLUMN_FLOAT:
        return OFTReal;
    case FLUV_COLUMN_WORD:
    case FLUV_COLUMN_CLASS:
    case FLUV_COLUMN_NAME:
        break;
    }
    return OFTString;
}

bool fluv_columns_create(const fluv_columns *columns, OGRLayerH layer)
{
    for (size_t i = 0; i < columns->count; i++) {
        const fluv_column *column = &columns->columns[i];
        OGRFieldDefnH field = OGR_Fld_Create(column->name, field_type(column->kind));
        if (column->kind == FLUV_COLUMN_FLAG)
            OGR_Fld_SetSubType(field, OFSTBoolean);
        OGRErr result = OGR_L_CreateField(layer, field, FALSE);
        OGR_Fld_Destroy(field);
        if (result != OGRERR_NONE)
            return false;
    }
    return true;
}

/* "" for a number that has no word. */
static const char *word_at(const char *const *words, uint8_t number)
{
    while (*words && number > 0) {
        words++;
        number--;
    }
    return *words ? *words : "";
}

static void put_class(OGRFeatureH feature, int field, const char letters[4])
{
    char text[5] = {0};
    memcpy(text, letters, 4);
    OGR_F_SetFieldString(feature, field, text);
}

static void put_real(OGRFeatureH feature, int field, double value)
{
    if (isfinite(value))
        OGR_F_SetFieldDouble(feature, field, value);
    else
        OGR_F_SetFieldNull(feature, field);
}

void fluv_columns_put(const fluv_columns *columns, const void *row, OGRFeatureH feature)
{
    for (size_t i = 0; i < columns->count; i++) {
        const fluv_column *column = &columns->columns[i];
        const void *member = (const unsigned char *)row + column->offset;
        uint8_t small = *(const uint8_t *)member;
        int field = (int)i;
        switch (column->kind) {
        case FLUV_COLUMN_ID:
            OGR_F_SetFieldInteger64(feature, field, *(const int64_t *)member);
            break;
        case FLUV_COLUMN_COUNT:
            OGR_F_SetFieldInteger64(feature, field, *(const uint32_t *)member);
            break;
        case FLUV_COLUMN_SMALL:
        case FLUV_COLUMN_FLAG:
            OGR_F_SetFieldInteger(feature, field, small);
            break;
        case FLUV_COLUMN_REAL:
            put_real(feature, field, *(const double *)member / column->unit);
            break;
        case FLUV_COLUMN_FLOAT:
            put_real(feature, field, (double)*(const float *)member);
            break;
        case FLUV_COLUMN_WORD:
            OGR_F_SetFieldString(feature, field, word_at(column->words, small));
            break;
        case FLUV_COLUMN_CLASS:
            put_class(feature, field, member);
            break;
        case FLUV_COLUMN_NAME:
            if (*(const char *)member)
                OGR_F_SetFieldString(feature, field, member);
            break;
        }
    }
}

void fluv_columns_find(const fluv_columns *columns, OGRLayerH layer, int *places)
{
    OGRFeatureDefnH fields = OGR_L_GetLayerDefn(layer);
    for (size_t i = 0; i < columns->count; i++)
        places[i] = OGR_FD_GetFieldIndex(fields, columns->columns[i].name);
}

static uint8_t get_word(const char *const *words, const char *text)
{
    for (uint8_t i = 0; words[i]; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    return 0;
}

static void get_class(const char *text, char letters[4])
{
    memset(letters, 0, 4);
    for (int i = 0; i < 3 && text[i]; i++)
        letters[i] = text[i];
}

/* What does not fit is cut off between letters, whatever the file says. */
static void get_name(const char *text, char name[FLUV_NAME_ROOM])
{
    size_t length = strnlen(text, FLUV_NAME_ROOM);
    if (length == FLUV_NAME_ROOM)
        for (length--; length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80;)
            length--;
    memset(name, 0, FLUV_NAME_ROOM);
    memcpy(name, text, length);
}

static int64_t within(int64_t value, int64_t most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

/* Of the two or three numbers that come to nearly the same in the file's unit, one that is written
 * as it was read. */
static double from_unit(double read, double unit)
{
    double value = read * unit, more = nextafter(value, INFINITY),
           less = nextafter(value, -INFINITY);
    if (value / unit != read)
        value = more / unit == read ? more : less / unit == read ? less : value;
    return value;
}

void fluv_columns_get(const fluv_columns *columns, const int *places, OGRFeatureH feature,
                      void *row)
{
    for (size_t i = 0; i < columns->count; i++) {
        const fluv_column *column = &columns->columns[i];
        void *member = (unsigned char *)row + column->offset;
        int field = places[i];
        if (field < 0 || !OGR_F_IsFieldSetAndNotNull(feature, field))
            continue;
        switch (column->kind) {
        case FLUV_COLUMN_ID:
            *(int64_t *)member = OGR_F_GetFieldAsInteger64(feature, field);
            break;
        case FLUV_COLUMN_COUNT:
            *(uint32_t *)member =
                (uint32_t)within(OGR_F_GetFieldAsInteger64(feature, field), UINT32_MAX);
            break;
        case FLUV_COLUMN_SMALL:
            *(uint8_t *)member = (uint8_t)within(OGR_F_GetFieldAsInteger64(feature, field), 255);
            break;
        case FLUV_COLUMN_FLAG:
            *(bool *)member = OGR_F_GetFieldAsInteger64(feature, field) != 0;
            break;
        case FLUV_COLUMN_REAL:
            *(double *)member = from_unit(OGR_F_GetFieldAsDouble(feature, field), column->unit);
            break;
        case FLUV_COLUMN_FLOAT:
            *(float *)member = (float)OGR_F_GetFieldAsDouble(feature, field);
            break;
        case FLUV_COLUMN_WORD:
            *(uint8_t *)member = get_word(column->words, OGR_F_GetFieldAsString(feature, field));
            break;
        case FLUV_COLUMN_CLASS:
            get_class(OGR_F_GetFieldAsString(feature, field), member);
            break;
        case FLUV_COLUMN_NAME:
            get_name(OGR_F_GetFieldAsString(feature, field), member);
            break;
        }
    }
}
