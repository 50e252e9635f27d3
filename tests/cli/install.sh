# SPDX-License-Identifier: MIT
# What is installed works from elsewhere: the command, pkg-config, find_package, shared and static.
source "$(dirname "$0")/lib.sh"

if grep -qE 'lib(asan|ubsan|tsan)' <<<"$(ldd "$INTERFLUVE")"; then
    echo 'built with a sanitizer: skipped'
    exit 77
fi
cmake --install "$(dirname "$INTERFLUVE")" --prefix "$PWD/usr" >"$out" 2>"$err" || fail 'cmake --install'
usr/bin/interfluve --version >"$out" 2>"$err" || fail 'the installed command does not run'
[ -s usr/share/man/man1/interfluve.1 ] || fail 'no manual page'
[ -s usr/share/bash-completion/completions/interfluve ] || fail 'no completion'

cat >user.c <<'C'
#include <interfluve.h>
#include <stdio.h>
int main(void)
{
    static const char text[] = "interfluve: 1\nframe: {size: 24, width: 5 km}\n"
                               "stages:\n  - noise: {}\n  - drain: {}\n";
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_builder *builder = fluv_builder_new(ctx);
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    fluv_status status = fluv_recipe_parse(ctx, text, sizeof text - 1, "text", &recipe);
    if (status == FLUV_OK)
        status = fluv_builder_run(ctx, builder, recipe, NULL, &land);
    puts(status == FLUV_OK && fluv_height_of(land) ? "a land" : fluv_message(ctx));
    fluv_builder_delete(builder);
    fluv_recipe_delete(recipe);
    fluv_ctx_delete(ctx);
    return (int)status;
}
C
library=$(dirname "$(find usr -name libinterfluve.a)")
PKG_CONFIG_PATH=$library/pkgconfig
export PKG_CONFIG_PATH
# shellcheck disable=SC2046
cc user.c $(pkg-config --define-variable=prefix="$PWD/usr" --cflags --libs interfluve) -o user ||
    fail 'pkg-config does not lead to a program'
[ "$(LD_LIBRARY_PATH=$library ./user)" = 'a land' ] || fail 'the program does not run'

cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(user C)
find_package(interfluve REQUIRED)
add_executable(user_shared user.c)
target_link_libraries(user_shared PRIVATE interfluve::shared)
add_executable(user_static user.c)
target_link_libraries(user_static PRIVATE interfluve::static)
CMAKE
cmake -B build -DCMAKE_PREFIX_PATH="$PWD/usr" >"$out" 2>"$err" || fail 'find_package(interfluve)'
cmake --build build >"$out" 2>"$err" || fail 'building with find_package'
[ "$(build/user_shared)" = 'a land' ] || fail 'the program with the shared library does not run'
[ "$(build/user_static)" = 'a land' ] || fail 'the program with the static library does not run'
