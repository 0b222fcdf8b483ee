# Mainstreet in an image, `docker build -t mainstreet .`: docs/operations/deploy.md.
ARG NODE=docker.io/library/node:24-bookworm-slim
# glibc, libstdc++ and certificates: no shell, no package manager, the user `nonroot` (65532).
ARG BASE=gcr.io/distroless/cc-debian12:nonroot
ARG CADDY=docker.io/library/caddy:2

FROM ${NODE} AS build
WORKDIR /mainstreet
COPY package.json package-lock.json ./
COPY web/package.json web/
COPY supabase/package.json supabase/
COPY engine/package.json engine/
COPY e2e/package.json e2e/
COPY packages/ packages/
# Nothing is compiled: what is native comes built, and Node is there already.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
COPY . .
# What the pages say of the agency is filled in by the server while it runs; only pages without it are built with these.
ARG SITE_URL
ARG SUPABASE_URL
ARG SUPABASE_ANON_KEY
RUN npm run --silent build --workspace web

FROM build AS gathered
RUN node deploy/image/copy-runtime-files.ts /image/mainstreet \
  && mkdir -p /image/usr/local/bin /image/mainstreet/node_modules/.bin /image/data \
  && cp /usr/local/bin/node /image/usr/local/bin/ \
  && cp deploy/image/mainstreet /image/usr/local/bin/ \
  && ln -s /usr/local/bin/node /image/mainstreet/node_modules/.bin/node \
  && chown 65532:65532 /image/data

# The pages alone, for a project on hosted Supabase: deploy/compose/hosted.yaml.
FROM ${CADDY} AS site
COPY --from=build /mainstreet/web/build/client /srv
COPY deploy/hosted/Caddyfile /etc/caddy/Caddyfile

FROM ${BASE} AS server
COPY --from=gathered /image /
WORKDIR /mainstreet
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data \
  # glibc keeps its heaps few and small.
  MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
USER 65532:65532
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "/mainstreet/deploy/image/is-healthy.mjs"]
# Without npm between them: the server is the first process, and hears SIGTERM itself.
# The flags are explained in engine/assembly/node-flags.ts.
CMD ["node", "--max-semi-space-size=8", "--no-allocation-site-pretenuring", "main.ts"]
