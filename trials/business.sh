#!/usr/bin/env bash
# Follows docs/operations/run-it-for-a-business.md line by line in a fresh Debian, and looks at what comes of it. As root, on
# Debian: apt-get install debootstrap; ports 80, 443 and 3000 must be free. What is not as on a server: business/systemctl
# stands in for systemd, Caddy's certificates are its own, and the mail server is one that only says what it takes.
# BASE names a folder with what debootstrap made before; PREPARE a program that is given the folder of the new machine before
# the first line is typed, for a network with certificates or mirrors of its own.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/.." && pwd)
page=$repository/docs/operations/run-it-for-a-business.md

# In namespaces of its own, so that whatever is mounted or started is gone with it.
if [ -z "${WORK:-}" ]; then
  WORK=$(mktemp -d)
  export WORK
  unshare --mount --pid --fork --kill-child=SIGKILL "$0" && code=0 || code=$?
  rm -rf --one-file-system "$WORK"
  exit "$code"
fi

machine=$WORK/machine
mkdir "$machine"
if [ -n "${BASE:-}" ]; then cp -a "$BASE/." "$machine"; else debootstrap trixie "$machine" "${MIRROR:-http://deb.debian.org/debian}" >"$WORK/log"; fi
mount --bind "$machine" "$machine"
mount -t proc proc "$machine/proc"
mount --rbind /dev "$machine/dev"
mount -t tmpfs tmpfs "$machine/run"
cp /etc/resolv.conf "$machine/etc/"
echo '127.0.0.1 localhost www.example.com' >"$machine/etc/hosts"
printf '#!/bin/sh\nexit 101\n' >"$machine/usr/sbin/policy-rc.d" && chmod +x "$machine/usr/sbin/policy-rc.d"
install "$here/business/systemctl" "$machine/usr/local/sbin/systemctl"
install "$here/business/systemctl" "$machine/usr/local/sbin/journalctl"
git clone --quiet --bare "$repository" "$machine/srv/mainstreet.git"
echo / >"$machine/root/where"
[ -z "${PREPARE:-}" ] || "$PREPARE" "$machine"

# Of Caddy's own authority, where everybody may read it.
certificate=/srv/root.crt
# One line, as root and where the line before has left the shell.
inside() {
  local trusted=()
  [ ! -e "$machine$certificate" ] || trusted=("NODE_EXTRA_CA_CERTS=$certificate")
  chroot "$machine" /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    DEBIAN_FRONTEND=noninteractive "${trusted[@]}" \
    /bin/bash -ec 'cd "$(cat ~/where)"; eval "$1"; pwd >~/where' - "$1"
}
check() {
  local what=$1
  shift
  if "$@" >"$WORK/seen" 2>&1; then echo "ok: $what"; else
    cat "$WORK/seen" "$machine/var/log/"*.journal
    echo "Not as it should be: $what."
    exit 1
  fi
}
soon() { for _ in $(seq 120); do "$@" && return; sleep 0.5; done; return 1; }
says() { curl --fail --silent --show-error --cacert "$machine$certificate" --resolve www.example.com:443:127.0.0.1 "${@:2}" "https://www.example.com$1"; }

password() { sed -n 's/^First administrator:.* password \([^ ]*\) .*/\1/p' "$machine/var/log/mainstreet.journal"; }
sign_in() {
  local key
  key=$(says /config.json | sed 's/.*"supabaseAnonKey":"\([^"]*\)".*/\1/')
  says '/auth/v1/token?grant_type=password' --header "apikey: $key" --json "{\"email\":\"you@example.com\",\"password\":\"$(password)\"}" | grep --quiet '"access_token"'
}
start_mail_server() {
  inside "setsid node_modules/.bin/node --input-type=module --eval '
    import { startMailServer } from \"./scripts/testing/mail-server.ts\"
    import { writeFileSync } from \"node:fs\"
    const server = await startMailServer()
    writeFileSync(\"/run/mail-server\", server.url)
    setInterval(() => writeFileSync(\"/run/mails\", server.recipients.join(\"\\n\")), 200)
  ' >/var/log/mail-server.journal 2>&1 </dev/null &"
  check 'a mail server' soon test -s "$machine/run/mail-server"
}
# As the editor is used: a value for a setting that has a line already.
set_in_editor() {
  local name=${1%%=*} line=$1
  [ "$name" != MAIL_URL ] || line="MAIL_URL=$(cat "$machine/run/mail-server")"
  grep --quiet "^#$name=" "$machine/etc/mainstreet.env"
  sed --in-place "s|^#$name=.*|$line|" "$machine/etc/mainstreet.env"
}

type_in() {
  case $1 in
  'systemctl restart mainstreet')
    check 'until then the server serves what it was started with' sh -c "! printf %s \"\$0\" | grep 'the next version'" "$(says /)"
    check 'the first administrator signs in there too' sign_in
    inside "$1"
    ;;
  nano\ *) ;;
  [A-Z]*_*=*) set_in_editor "$1" ;;
  'apt-get install '*)
    inside "$1"
    # As on a server, where the package does that.
    inside 'systemctl start caddy'
    ;;
  'git clone '*) inside "${1/…//srv/mainstreet.git}" ;;
  'systemctl reload caddy')
    printf '{\n\tlocal_certs\n\tskip_install_trust\n}\n' | cat - "$machine/etc/caddy/Caddyfile" >"$WORK/Caddyfile"
    cp "$WORK/Caddyfile" "$machine/etc/caddy/Caddyfile"
    inside "$1"
    authority=$machine/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
    check 'Caddy has an authority' soon test -s "$authority"
    install --mode=644 "$authority" "$machine$certificate"
    ;;
  *) inside "$1" ;;
  esac
}

# What should be so after a part of the page.
look() {
  case $1 in
  2.*) start_mail_server ;;
  4.*)
    check 'the exposure of the unit' inside 'systemd-analyze security --offline=true --threshold=20 /etc/systemd/system/mainstreet.service'
    tail -n 1 "$WORK/seen"
    check 'a password is printed' test -n "$(password)"
    server=$(cat "$machine/run/stand-in/mainstreet.pid")
    check 'the server is not root' grep --quiet "^Uid:[[:space:]]*$(inside 'id -u mainstreet')[[:space:]]" "$machine/proc/$server/status"
    check 'the server cannot change its program' bash -c "! touch $machine/proc/$server/root/opt/mainstreet/x 2>/dev/null"
    ;;
  5.*)
    check 'the home page, by HTTPS' soon says /
    check 'the first administrator signs in' sign_in
    ;;
  7.*)
    check 'the mail has arrived' soon grep --quiet --line-regexp you@example.com "$machine/run/mails"
    check 'the backup can be verified again' inside 'mainstreet verify'
    kill -KILL "$(cat "$machine/run/stand-in/mainstreet.pid")"
    check 'the server is back after it was killed' soon says /health
    check 'the first administrator signs in again' sign_in
    git clone --quiet "$machine/srv/mainstreet.git" "$WORK/next"
    sed --in-place 's/Web Development/Web Development, the next version/' "$WORK/next/web/agency.ts"
    git -C "$WORK/next" -c user.name=next -c user.email=next@example.com commit --quiet --all --message 'The next version'
    git -C "$WORK/next" push --quiet
    ;;
  Later)
    check 'the next version is served' soon eval 'says / | grep --quiet "the next version"'
    check 'the first administrator signs in again' sign_in
    inside 'systemctl stop mainstreet'
    find "$machine/var/lib/mainstreet" -mindepth 1 -delete
    check 'an empty machine takes the backup' inside 'mainstreet restore'
    inside 'systemctl start mainstreet'
    check 'the first administrator signs in there' soon sign_in
    ;;
  esac
}

part=
end_part() {
  [ -z "$part" ] || printf '== %s: %d s\n' "$part" "$((SECONDS - began))"
  [ -z "$part" ] || look "$part"
}
while IFS= read -r line <&3; do
  case $line in
  '## '*)
    end_part
    part=${line#'## '}
    began=$SECONDS
    ;;
  '    '*)
    echo "# ${line#    }"
    type_in "${line#    }" </dev/null
    ;;
  esac
done 3<"$page"
end_part
echo "All of it: $SECONDS s."
