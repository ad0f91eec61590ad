#!/usr/bin/env bash
# Run by npm run package:image: makes an OCI image of the executable for Linux on this machine's processor, release/rental-<version>-<architecture>.oci.tar,
# which `docker load` and `podman load` take: the executable, the libraries that it loads, certificates, a user and the licences. Needs
# root and buildah.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -n "$(command -v buildah)" ] || {
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends buildah >/dev/null
}
version=$(node -p "require('./package.json').version")
architecture=$(dpkg --print-architecture)
image=release/rental-$version-$architecture.oci.tar
folder=release/rental-$version-linux-$(node -p process.arch)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
mkdir -p "$root"/{etc/ssl/certs,tmp,licences,home/rental/.config,home/rental/.local}
chmod 1777 "$root/tmp"
cp "$folder/rental" "$root/rental"
# Libraries stay at their paths: the program holds the path of the loader, which is one of them.
ldd "$root/rental" | grep -o '/[^ ]*' | while read -r library; do
  install -D "$(realpath "$library")" "$root$library"
  # Other systems than Debian have no such file.
  package=$(dpkg --search "*/${library##*/}" 2>/dev/null | head -1 | cut -d: -f1) || continue
  cp "/usr/share/doc/$package/copyright" "$root/licences/$package"
done
cp "$folder"/{LICENSE,NODE-LICENSE.txt,THIRD-PARTY-NOTICES.txt} "$root/licences"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs"
echo 'rental:x:10001:10001::/home/rental:' >"$root/etc/passwd"
echo 'rental:x:10001:' >"$root/etc/group"
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"

# Keeps the parts of the image in the work folder, not in the storage of this machine.
buildah() { command buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"; }
container=$(buildah from scratch)
buildah copy --quiet "$container" "$root" / >/dev/null
# What is copied belongs to root, if nothing else is said.
buildah copy --quiet --chown 10001:10001 "$container" "$root/home" /home >/dev/null
buildah config --entrypoint '["/rental"]' --cmd '' --user rental --workingdir /home/rental --env HOME=/home/rental \
  --volume /home/rental/.config --volume /home/rental/.local \
  --label org.opencontainers.image.title=rental --label "org.opencontainers.image.version=$version" \
  --label org.opencontainers.image.licenses=MIT "$container"
rm -f "$image"
buildah commit --quiet --disable-compression=false --timestamp 946684800 "$container" "oci-archive:$image:rental:$version" >/dev/null
echo "$image, $(($(stat -c %s "$image") / 1000000)) MB, from a system of $(du -sm "$root" | cut -f1) MB" >&2
