#!/usr/bin/env bash
# Builds the image without a daemon, runs it as a container engine would (read-only root, user 65532, a process table of its
# own), and looks at what it does. As root, on Debian: apt-get install buildah curl. BUILD_ARGS are added to the build.
set -euo pipefail
cd "$(dirname "$0")/.."
export STORAGE_DRIVER=${STORAGE_DRIVER:-vfs} BUILDAH_ISOLATION=chroot
port=${PORT:-3070}

# The docker format knows HEALTHCHECK.
# shellcheck disable=SC2086
[ -n "${BUILT:-}" ] || buildah bud --format docker --target server -t mainstreet ${BUILD_ARGS:-} .
container=$(buildah from --pull-never mainstreet)
root=$(buildah mount "$container")
work=$(mktemp -d)
mkdir "$work/data" "$work/root" && chown 65532:65532 "$work/data"
# Container engines bring these along.
touch "$root/etc/hosts" "$root/etc/resolv.conf"
server=
clean_up() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  wait
  buildah rm "$container" >/dev/null
  rm -rf "$work"
}
trap clean_up EXIT

# Runs a program of the image. Only /data and /tmp can be written to.
in_image() {
  unshare --mount --pid --fork --kill-child=SIGKILL bash -euc '
    root=$1 data=$2 at=$3; shift 3
    mount --rbind "$root" "$at" && mount -o remount,bind,ro "$at"
    mount --bind "$data" "$at/data"
    mount -t tmpfs tmpfs "$at/tmp"
    mount -t proc proc "$at/proc"
    mount --rbind /dev "$at/dev"
    mount --bind /etc/hosts "$at/etc/hosts"
    mount --bind /etc/resolv.conf "$at/etc/resolv.conf"
    exec env -i "$@"
  ' in_image "$root" "$work/data" "$work/root" \
    PATH=/usr/local/bin NODE_ENV=production HOST=0.0.0.0 PORT="$port" DATA_DIR=/data "${settings[@]}" \
    /usr/bin/unshare --root "$work/root" --wd /mainstreet --setgid 65532 --setuid 65532 "$@"
}
settings=()

serve=(/usr/local/bin/node --max-semi-space-size=8 --no-allocation-site-pretenuring main.ts)
in_image "${serve[@]}" >"$work/log" 2>&1 &
waited=0
until in_image /usr/local/bin/node deploy/image/is-healthy.mjs; do
  waited=$((waited + 1))
  [ "$waited" -lt 60 ] || { cat "$work/log"; echo "It never became healthy."; exit 1; }
  sleep 1
done
server=$(pgrep -f -n "^${serve[*]}$")

check() {
  local what=$1
  shift
  "$@" >/dev/null || { cat "$work/log"; echo "Not as it should be: $what."; exit 1; }
  echo "ok: $what"
}
says() { curl --fail --silent --show-error "http://127.0.0.1:$port$1" | grep -F "$2"; }
check 'the health check of the image' in_image /usr/local/bin/node deploy/image/is-healthy.mjs
check 'the start page' says / '<h1'
check 'the public key' says /config.json supabaseAnonKey
check 'runs as 65532' grep --quiet '^Uid:[[:space:]]65532[[:space:]]65532' "/proc/$server/status"
check 'is process 1 of its own table' grep --quiet '^NSpid:.*[[:space:]]1$' "/proc/$server/status"
check 'its root is read-only' bash -c "! touch /proc/$server/root/mainstreet/x 2>/dev/null"
check 'the administrator is in the log' grep --quiet -i password "$work/log"
check 'the commands are on the PATH' in_image /usr/local/bin/mainstreet help
check 'no build tools, no tests, no browsers' bash -c "! ls '$root'/mainstreet/node_modules | grep -E '^(vite|vitest|typescript|playwright.*|rolldown|react-dom)$'"
kill -TERM "$server"
for _ in $(seq 100); do kill -0 "$server" 2>/dev/null || break; sleep 0.1; done
check 'SIGTERM ends it' bash -c "! kill -0 $server 2>/dev/null"
server=
wait %1 || { echo "It ended with $?."; exit 1; }
buildah images mainstreet
