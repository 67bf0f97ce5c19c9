#!/bin/sh
# Installs trueup into the folder that is given: one file, by the name and the SHA-256 in lock.json, which lies beside
# this file or is named by TRUEUP_LOCK. It needs no other package. A file that is not the one that is named ends it.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
lock=${TRUEUP_LOCK:-$here/lock.json}
to=$1

field() {
  sed -n "s/^ *\"$1\": *\"\([^\"]*\)\",\{0,1\} *\$/\1/p" "$lock"
}
package=$(field package)
sha256=$(field sha256)
if [ -z "$package" ] || [ -z "$sha256" ]; then
  echo "$lock does not name a package with its sha256: \`trueup init --upgrade\` writes it anew." >&2
  exit 1
fi

mkdir -p "$to"
case $package in
  https://* | http://127.0.0.1:*)
    curl --fail --silent --show-error --location --retry 3 --max-filesize 67108864 --output "$to/trueup.tgz" "$package"
    ;;
  *@*)
    # From the registry that npm is configured for: an exact version.
    rm -rf "$to/packed"
    mkdir "$to/packed"
    npm pack --silent --pack-destination "$to/packed" "$package" > "$to/packed/name"
    mv "$to/packed"/*.tgz "$to/trueup.tgz"
    ;;
  *)
    cp "$(dirname -- "$lock")/$package" "$to/trueup.tgz"
    ;;
esac

if command -v sha256sum > "$to/which"; then
  found=$(sha256sum "$to/trueup.tgz")
else
  found=$(shasum -a 256 "$to/trueup.tgz")
fi
if [ "${found%% *}" != "$sha256" ]; then
  echo "$package is not the file that $lock names: its SHA-256 is ${found%% *}, and $sha256 is demanded." >&2
  exit 1
fi

rm -rf "$to/package"
tar -xzf "$to/trueup.tgz" -C "$to"
chmod +x "$to/package/bin/trueup.js"
mkdir -p "$to/bin"
ln -sf ../package/bin/trueup.js "$to/bin/trueup"
