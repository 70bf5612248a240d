#!/usr/bin/env bash
# Starts the files of this folder on one machine with Linux, as root: three machines of docs/operating/three-machines.md,
# each with a network and a file system of its own over one Debian, and etcd, Patroni, HAProxy, PgBouncer and nginx on
# them. Needs debootstrap, iproute2 and openssl. Only names and addresses are changed in them. Prometheus and Grafana,
# whose files are in prometheus and grafana (the provisioning goes to /etc/grafana), are not started.
#   try.sh up                     starts everything that is not running, up to an empty database
#   try.sh in MACHINE COMMAND…    runs a command on one, two or three, as root
#   try.sh start MACHINE NAME USER COMMAND…    starts a program there, whose output is in /var/log/NAME.log
#   try.sh kill MACHINE           ends all processes of a machine at once, as a power cut does
#   try.sh signal MACHINE SIGNAL PATTERN       signals the processes there whose command matches
#   try.sh sql STATEMENT [DATABASE]            runs a statement as the owner, on whichever machine is primary
#   try.sh secret NAME            prints a password of this trial: superuser, replication, restapi
#   try.sh boot MACHINE           starts the engines of a machine again
#   try.sh down                   ends all of it and removes what it stored, except the Debian
set -euo pipefail

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
folder=${TRY_FOLDER:-$(dirname -- "$here")/.data/try}
suite=${TRY_SUITE:-forky}
base=$folder/debian
declare -A address=([one]=10.0.0.1 [two]=10.0.0.2 [three]=10.0.0.3)
machines=(one two three)
packages=postgresql-18,patroni,etcd-server,etcd-client,pgbouncer,haproxy,nginx-light,libnginx-mod-http-brotli-static
packages+=,python3-psycopg2,python3-etcd,ca-certificates,iproute2,procps,curl,zstd

root_of() { echo "$folder/machines/$1/root"; }
inside() { local machine=$1; shift; ip netns exec "cm-$machine" chroot "$(root_of "$machine")" "$@"; }

# The newest Debian whose packages are new enough; its mirror is that of this machine.
make_base() {
  [ "$(cat "$base/ready" 2>/dev/null)" != "$packages" ] || return 0
  rm -rf "$base"
  mkdir -p "$folder"
  local mirror
  mirror=$(grep -rhoE 'https?://[^ ]+/debian/?( |$)' /etc/apt | head -1)
  debootstrap --variant=minbase --include="$packages" "$suite" "$base" "${mirror// /}" /usr/share/debootstrap/scripts/sid
  # The packages start nothing here; these would listen beside ours.
  rm -f "$base/etc/nginx/sites-enabled/default"
  echo "$packages" >"$base/ready"
}

make_network() {
  ip link show cm-try >/dev/null 2>&1 || ip link add cm-try type bridge
  ip address replace 10.0.0.254/24 dev cm-try
  ip link set cm-try up
  for machine in "${machines[@]}"; do
    [ -e "/run/netns/cm-$machine" ] && continue
    ip netns add "cm-$machine"
    ip link add "cm-$machine" type veth peer name eth0 netns "cm-$machine"
    ip link set "cm-$machine" master cm-try up
    ip -n "cm-$machine" address add "${address[$machine]}/24" dev eth0
    ip -n "cm-$machine" link set lo up
    ip -n "cm-$machine" link set eth0 up
    ip -n "cm-$machine" route add default via 10.0.0.254
  done
}

make_roots() {
  for machine in "${machines[@]}"; do
    local own=$folder/machines/$machine
    mkdir -p "$own/changed" "$own/work" "$own/root"
    mountpoint -q "$own/root" && continue
    mount -t overlay overlay -o "lowerdir=$base,upperdir=$own/changed,workdir=$own/work" "$own/root"
    mount -t proc proc "$own/root/proc"
    mount --bind /dev "$own/root/dev"
    mount -t tmpfs tmpfs "$own/root/run"
    mkdir -p "$own/root/run/postgresql" "$own/root/dev/shm"
    chroot "$own/root" chown postgres:postgres /run/postgresql
  done
}

# make_certificate FILE NAMES: a certificate of the authority for these alternative names.
make_certificate() {
  local tls=$folder/tls file=$1 names=$2
  openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=${file##*/}" \
    -keyout "$tls/$file.key" -out "$tls/$file.csr" 2>/dev/null
  openssl x509 -req -in "$tls/$file.csr" -CA "$tls/database-ca.pem" -CAkey "$tls/ca.key" -days 30 -out "$tls/$file.pem" \
    -extfile <(printf '%s\n' "subjectAltName=$names" extendedKeyUsage=serverAuth,clientAuth basicConstraints=CA:FALSE \
      keyUsage=digitalSignature subjectKeyIdentifier=hash authorityKeyIdentifier=keyid) 2>/dev/null
}

make_certificates() {
  local tls=$folder/tls
  [ -e "$tls/ready" ] && return
  mkdir -p "$tls"
  # Patroni's Python accepts only authorities and certificates that state all of this (RFC 5280).
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj '/CN=City Mint trial' \
    -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign \
    -keyout "$tls/ca.key" -out "$tls/database-ca.pem" 2>/dev/null
  for machine in "${machines[@]}"; do
    make_certificate "etcd-$machine" "IP:${address[$machine]},IP:127.0.0.1"
    make_certificate "database-$machine" "IP:${address[$machine]},IP:127.0.0.1"
  done
  make_certificate mint DNS:mint.example
  make_certificate console DNS:console.mint.example
  make_certificate trees DNS:trees.mint.example
  make_certificate nodes DNS:first-node.example,DNS:second-node.example,DNS:third-node.example
  touch "$tls/ready"
}

install_certificates() {
  local machine=$1 root tls=$folder/tls
  root=$(root_of "$machine")
  install -d -m 755 "$root/etc/city-mint/tls"
  chroot "$root" sh -c 'getent group city-mint-tls >/dev/null || groupadd --system city-mint-tls'
  chroot "$root" sh -c 'usermod -aG city-mint-tls postgres; usermod -aG city-mint-tls etcd'
  install -m 644 "$tls/database-ca.pem" "$root/etc/city-mint/tls/"
  for name in etcd database; do
    install -m 644 "$tls/$name-$machine.pem" "$root/etc/city-mint/tls/$name.pem"
    install -m 640 "$tls/$name-$machine.key" "$root/etc/city-mint/tls/$name.key"
    chroot "$root" chgrp city-mint-tls "/etc/city-mint/tls/$name.key"
  done
  # PostgreSQL accepts a key of root's that its own group can read.
  chroot "$root" chgrp postgres /etc/city-mint/tls/database.key
  for name in mint console trees; do
    install -m 644 "$tls/$name.pem" "$root/etc/city-mint/tls/"
    install -m 600 "$tls/$name.key" "$root/etc/city-mint/tls/"
  done
}

# The files of this folder, where the handbook puts them; own name and address in place of the example's.
install_files() {
  local machine=$1 root own=${address[$1]}
  root=$(root_of "$machine")
  install_certificates "$machine"
  sed -e "s/^name: one/name: $machine/" -e "/^initial-cluster:/!s/10\.0\.0\.1:/$own:/" "$here/etcd/etcd.yml" \
    >"$root/etc/etcd.yml"
  install -d "$root/etc/patroni" "$root/etc/haproxy" "$root/etc/pgbouncer" "$root/etc/nginx/conf.d"
  sed -e "s/^name: one/name: $machine/" -e "/hosts:/!s/10\.0\.0\.1\([:,]\)/$own\1/" "$here/patroni/patroni.yml" \
    >"$root/etc/patroni/patroni.yml"
  sed "/^frontend/,\$s/10\.0\.0\.1:/$own:/" "$here/haproxy/haproxy.cfg" >"$root/etc/haproxy/haproxy.cfg"
  install -m 644 "$here/pgbouncer/pgbouncer.ini" "$root/etc/pgbouncer/pgbouncer.ini"
  [ -e "$root/etc/pgbouncer/userlist.txt" ] || install -m 640 /dev/null "$root/etc/pgbouncer/userlist.txt"
  chroot "$root" chown postgres:postgres /etc/pgbouncer/userlist.txt
  cp "$folder/hosts" "$root/etc/hosts"
  if [ "$machine" = three ]; then
    install -m 644 "$here/nginx/trees.conf" "$root/etc/nginx/conf.d/trees.conf"
    chroot "$root" sh -c 'getent group city-mint-trees >/dev/null || groupadd city-mint-trees'
    chroot "$root" usermod -aG city-mint-trees www-data
    chroot "$root" install -d -g city-mint-trees -m 2770 /srv/city-mint/trees
  else
    install -m 644 "$here/nginx/city-mint.conf" "$root/etc/nginx/conf.d/city-mint.conf"
  fi
}

# start MACHINE NAME USER COMMAND…: starts a program unless it runs.
start() {
  local machine=$1 name=$2 user=$3
  shift 3
  local pid=$folder/machines/$machine/$name.pid
  [ -e "$pid" ] && kill -0 "$(cat "$pid")" 2>/dev/null && return
  local root
  root=$(root_of "$machine")
  (
    cd /
    exec </dev/null >>"$root/var/log/$name.log" 2>&1
    groups=$(chroot "$root" id -G "$user" | tr ' ' ,)
    exec setsid ip netns exec "cm-$machine" chroot --userspec="$user" --groups="$groups" "$root" \
      env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/lib/postgresql/18/bin HOME=/tmp LANG=C.UTF-8 "$@"
  ) &
  echo $! >"$pid"
}

secret() {
  local file=$folder/secrets/$1
  [ -e "$file" ] || { install -d -m 700 "$folder/secrets"; openssl rand -hex 16 >"$file"; }
  cat "$file"
}

boot() {
  local machine=$1 root
  root=$(root_of "$machine")
  chroot "$root" install -d -o etcd -g etcd -m 700 /var/lib/etcd /var/lib/etcd/city-mint
  chroot "$root" install -d -o postgres -g postgres /var/lib/postgresql/18
  start "$machine" etcd etcd etcd --config-file /etc/etcd.yml
  start "$machine" patroni postgres PATRONI_SUPERUSER_PASSWORD="$(secret superuser)" \
    PATRONI_REPLICATION_PASSWORD="$(secret replication)" PATRONI_RESTAPI_PASSWORD="$(secret restapi)" \
    patroni /etc/patroni/patroni.yml
  start "$machine" haproxy root haproxy -db -f /etc/haproxy/haproxy.cfg
  start "$machine" pgbouncer postgres pgbouncer /etc/pgbouncer/pgbouncer.ini
  start "$machine" nginx root nginx -g 'daemon off;'
}

# Waits until a command succeeds, and says for what.
await() {
  local what=$1
  shift
  for _ in $(seq 120); do
    "$@" >/dev/null 2>&1 && { echo "ok      $what"; return; }
    sleep 1
  done
  echo "FAILED  $what" >&2
  exit 1
}

patroni_lists() {
  inside one env PATRONI_RESTAPI_PASSWORD="$(secret restapi)" patronictl -c /etc/patroni/patroni.yml list --format tsv |
    grep -E "$1"
}

sql() {
  inside one env PGPASSWORD="$(secret superuser)" psql --no-psqlrc --quiet --tuples-only --no-align \
    --set=ON_ERROR_STOP=1 "host=127.0.0.1 port=5000 user=postgres dbname=${2:-postgres} sslmode=verify-full
    sslrootcert=/etc/city-mint/tls/database-ca.pem" --command="$1"
}

up() {
  make_base
  make_network
  make_roots
  make_certificates
  printf '%s\n' '127.0.0.1 localhost' '10.0.0.1 mint.example console.mint.example' \
    '10.0.0.2 mint.example console.mint.example' '10.0.0.3 trees.mint.example' \
    '10.0.0.254 first-node.example second-node.example third-node.example' >"$folder/hosts"
  for machine in "${machines[@]}"; do install_files "$machine"; done
  for machine in "${machines[@]}"; do boot "$machine"; done
  await 'etcd elects' inside one etcdctl --endpoints=https://10.0.0.1:2379 --cacert=/etc/city-mint/tls/database-ca.pem \
    --cert=/etc/city-mint/tls/etcd.pem --key=/etc/city-mint/tls/etcd.key endpoint health
  await 'Patroni has a primary' patroni_lists Leader
  await 'a standby is synchronous' patroni_lists 'Sync Standby'
  await 'HAProxy leads to the primary' sql 'select 1'
  [ -n "$(sql "select 1 from pg_database where datname = 'city_mint'")" ] || sql 'create database city_mint'
}

# Prints how many processes it has killed.
kill_machine() {
  local pids
  pids=$(ip netns pids "cm-$1")
  # shellcheck disable=SC2086
  [ -z "$pids" ] || kill -9 $pids || true
  rm -f "$folder/machines/$1"/*.pid
  wc -w <<<"$pids"
}

# The machines have one table of processes: only those in the network of the machine are its own. Prints their number.
signal_programs() {
  local machine=$1 signal=$2 pattern=$3 count=0 command=()
  for pid in $(ip netns pids "cm-$machine"); do
    { mapfile -d '' command <"/proc/$pid/cmdline"; } 2>/dev/null || continue
    if [[ "${command[*]}" =~ $pattern ]] && kill "-$signal" "$pid"; then count=$((count + 1)); fi
  done
  echo "$count"
}

down() {
  for machine in "${machines[@]}"; do
    [ -e "/run/netns/cm-$machine" ] && kill_machine "$machine" >/dev/null
    ip link delete "cm-$machine" 2>/dev/null || true
    ip netns delete "cm-$machine" 2>/dev/null || true
    # What was just killed may still hold them.
    for part in run dev proc ''; do
      umount --lazy "$(root_of "$machine")/$part" 2>/dev/null || true
    done
  done
  ip link delete cm-try 2>/dev/null || true
  rm -rf "$folder/machines" "$folder/tls" "$folder/secrets"
}

case ${1:-} in
  up | down) "$1" ;;
  in) shift; inside "$@" ;;
  start) shift; start "$@" ;;
  boot) boot "$2" ;;
  kill) kill_machine "$2" ;;
  signal) shift; signal_programs "$@" ;;
  sql) sql "$2" "${3:-postgres}" ;;
  secret) secret "$2" ;;
  *) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
