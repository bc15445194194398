# The server with its web interface. Everything but the base images comes from the npm registry, as
# bun.lock pins it. Digests keep a rebuild from changing the base.
ARG NODE_IMAGE=docker.io/library/node:22.20.0-bookworm-slim@sha256:b21fe589dfbe5cc39365d0544b9be3f1f33f55f3c86c87a76ff65a02f8f5848e
ARG BASE_IMAGE=docker.io/library/debian:bookworm-20260824-slim@sha256:88200866dfff7ea7f5cbcb6ec7c8a701889efe6fe859fe64d6990e4b07ea4171
ARG POSTGRES_IMAGE=docker.io/library/postgres:17.11-bookworm@sha256:051f7b7b3abdd564d5d1bd1e8c4b9c1b6e77087d1dd22020ede611c096a272e0

FROM ${NODE_IMAGE} AS build
WORKDIR /source
COPY . .
# Its history stays outside: --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT
RUN node build/server.mjs /app
# The base of the tools has no certificate authorities.
RUN /app/bun -p "require('node:tls').rootCertificates.join('\n')" >/authorities.crt

# Backup and restore need the pg_dump of the database's own version.
FROM ${POSTGRES_IMAGE} AS tools
WORKDIR /app
COPY --from=build /app /app
COPY --from=build /authorities.crt /etc/ssl/certs/ca-certificates.crt
ENV NODE_ENV=production DATA_DIR=/data
ENTRYPOINT ["/app/bun", "--no-env-file", "/app/api/main.ts"]
CMD ["--help"]

FROM ${BASE_IMAGE} AS server
RUN mkdir -m 700 /data && chown 10001:10001 /data
WORKDIR /app
# The least changed first, so that an upgrade downloads the last layers only.
COPY --from=build /app/bun /app/bun
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/prisma prisma
COPY --from=build /app/shared shared
COPY --from=build /app/api api
COPY --from=build /app/out out
COPY --from=build /app/package.json /app/LICENSE ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=3 \
  CMD ["/usr/bin/env", "NO_PROXY=*", "no_proxy=*", "/app/bun", "--no-env-file", "-e", "process.exit((await fetch(`http://127.0.0.1:${process.env.PORT}/readyz`)).ok ? 0 : 1)"]
ENTRYPOINT ["/app/bun", "--no-env-file", "/app/api/main.ts"]
