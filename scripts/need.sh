#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# need.sh PACKAGE...: installs the Debian packages that are missing, and says so. Touches neither
# apt nor the network when nothing is missing; what is there from elsewhere counts as there.
set -euo pipefail

there() {
    if [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; then
        return 0
    fi
    case $1 in
    cmake | gcc | g++ | pkg-config | valgrind | npm | chromium) command -v "$1" ;;
    clang-format) command -v clang-format ;;
    nodejs) command -v node ;;
    gdal-bin) command -v gdalinfo && command -v ogrinfo ;;
    libgdal-dev) pkg-config --exists gdal ;;
    libyaml-dev) pkg-config --exists yaml-0.1 ;;
    libjansson-dev) pkg-config --exists jansson ;;
    libdeflate-dev) pkg-config --exists libdeflate ;;
    zlib1g-dev) pkg-config --exists zlib ;;
    libmicrohttpd-dev) pkg-config --exists libmicrohttpd ;;
    libcmocka-dev) pkg-config --exists cmocka ;;
    libigraph-dev) pkg-config --exists igraph ;;
    libqhull-dev) pkg-config --exists qhull_r ;;
    *) return 1 ;;
    esac >/dev/null 2>&1
}

missing=()
for package in "$@"; do
    there "$package" || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi

if ! command -v apt-get >/dev/null; then
    echo "need.sh: please install what Debian calls: ${missing[*]}" >&2
    exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "need.sh: root or sudo is needed to install: ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi

apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -y -q -o DPkg::Lock::Timeout=300 "$@" </dev/null
}
install() { apt install --no-install-recommends "${missing[@]}"; }

echo "Installing Debian packages: ${missing[*]}"
# The lists are fetched only where they are absent or too old to serve.
known=yes
for package in "${missing[@]}"; do
    apt-cache show "$package" >/dev/null 2>&1 || known=no
done
if [ "$known" = no ]; then
    apt update
    install
else
    install || { apt update && install; }
fi
