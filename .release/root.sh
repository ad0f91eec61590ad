#!/usr/bin/env bash
# Called by image.sh and .ci/executable: makes the folder that is the whole system of an image: the executable for Linux on this machine's processor, the libraries that it
# loads, certificates, a user and the licences. `.release/root.sh <folder>`
set -euo pipefail
root=$1
release=$(dirname "$0")/../release
program=$(echo "$release"/rental-*-linux-"$(node -p process.arch)"/rental)

rm -rf "$root"
mkdir -p "$root"/{dev,etc/ssl/certs,proc,tmp,licences,home/rental/.config,home/rental/.local}
chmod 1777 "$root/tmp"
cp "$program" "$root/rental"
# A library stays at its path, because the program names its loader by it.
ldd "$program" | grep -o '/[^ ]*' | while read -r library; do
  install -D "$(realpath "$library")" "$root$library"
  # Other systems than Debian have no such file.
  package=$(dpkg --search "*/${library##*/}" 2>/dev/null | head -1 | cut -d: -f1) || continue
  cp "/usr/share/doc/$package/copyright" "$root/licences/$package"
done
cp "$(dirname "$program")"/{LICENSE,NODE-LICENSE.txt,THIRD-PARTY-NOTICES.txt} "$root/licences"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs"
echo 'rental:x:10001:10001::/home/rental:' >"$root/etc/passwd"
echo 'rental:x:10001:' >"$root/etc/group"
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
chown -R 10001:10001 "$root/home/rental"
