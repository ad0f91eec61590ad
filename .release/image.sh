#!/usr/bin/env bash
# Run by npm run package:image: makes an OCI image of the executable for Linux on this machine's processor: release/rental-<version>-<architecture>.oci.tar, which
# `docker load` and `podman load` take. Needs root and buildah.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -n "$(command -v buildah)" ] || {
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends buildah >/dev/null
}
version=$(node -p "require('./package.json').version")
architecture=$(dpkg --print-architecture)
image=release/rental-$version-$architecture.oci.tar

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
.release/root.sh "$work/root"
# Nothing of it is in the storage of this machine.
buildah() { command buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"; }
container=$(buildah from scratch)
buildah copy --quiet "$container" "$work/root" / >/dev/null
# What is copied belongs to root, if nothing else is said.
buildah copy --quiet --chown 10001:10001 "$container" "$work/root/home" /home >/dev/null
buildah config --entrypoint '["/rental"]' --cmd '' --user rental --workingdir /home/rental --env HOME=/home/rental \
  --volume /home/rental/.config --volume /home/rental/.local \
  --label org.opencontainers.image.title=rental --label "org.opencontainers.image.version=$version" \
  --label org.opencontainers.image.licenses=MIT "$container"
rm -f "$image"
buildah commit --quiet --disable-compression=false --timestamp 946684800 "$container" "oci-archive:$image:rental:$version" >/dev/null
echo "$image, $(($(stat -c %s "$image") / 1000000)) MB, from a system of $(du -sm "$work/root" | cut -f1) MB" >&2
