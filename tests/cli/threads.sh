# SPDX-License-Identifier: MIT
# The same bytes on 1, 2 and 7 threads, and twice. landscape.json also holds times and memory, so of it
# the rest is compared.
source "$(dirname "$0")/lib.sh"

without_times() {
    node -e '
const json = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
const drop = value => {
    if (value && typeof value === "object")
        for (const key of Object.keys(value))
            if (/second|memory|bytes|threads|time|written|date/.test(key)) delete value[key];
            else drop(value[key]);
    return value;
};
console.log(JSON.stringify(drop(json)));' "$1"
}

same() {
    local file
    for file in "$1"/*; do
        file=$(basename "$file")
        if [ "$file" = landscape.json ]; then
            [ "$(without_times "$1/$file")" = "$(without_times "$2/$file")" ] ||
                fail "$1/$file and $2/$file tell different stories"
        else
            cmp -s "$1/$file" "$2/$file" || fail "$1/$file and $2/$file differ"
        fi
    done
}

recipe '[333, 100]' >land.yaml
map_tif map.tif 301 90
for threads in 1 2 7; do
    run 0 make land.yaml -o "land$threads" --threads "$threads" --progress none
    run 0 water map.tif -o "map$threads" --threads "$threads" --progress none
done
run 0 make land.yaml -o twice --threads 7 --progress none
for threads in 2 7; do
    same land1 "land$threads"
    same map1 "map$threads"
done
same land1 twice
