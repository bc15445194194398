#!/bin/bash
# As the entrypoint of the official image: creates the cluster and the database on the first start.
set -eu
data=/var/lib/postgresql/data
bin=/usr/lib/postgresql/current
if [ ! -s "$data/PG_VERSION" ]; then
  "$bin/initdb" -D "$data" -U "$POSTGRES_USER" --auth-local=trust --auth-host=scram-sha-256 \
    --pwfile=<(echo "$POSTGRES_PASSWORD") > /dev/null
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  "$bin/pg_ctl" -D "$data" -w -s -o "-c listen_addresses=''" start
  "$bin/createdb" -U "$POSTGRES_USER" "$POSTGRES_DB"
  "$bin/pg_ctl" -D "$data" -w -s stop
fi
exec "$bin/postgres" -D "$data" -c listen_addresses='*' "$@"
