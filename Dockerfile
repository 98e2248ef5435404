# The program in an image of its own: docs/OPERATIONS.md, Containers.

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /zalihe
COPY package.json package-lock.json .npmrc ./
# The optional package is the pinned Node, which here is that of the image.
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM node:24.21.0-bookworm-slim AS built
WORKDIR /zalihe
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.base.json vite.config.ts vite.server.config.ts ./
COPY domain ./domain
COPY contract ./contract
COPY web ./web
COPY server ./server
COPY docs/UPUTSTVO.md ./docs/UPUTSTVO.md
RUN node node_modules/vite/bin/vite.js build --logLevel warn \
 && node node_modules/vite/bin/vite.js build --logLevel warn --config vite.server.config.ts

FROM node:24.21.0-bookworm-slim
WORKDIR /zalihe
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/podaci BACKUP_DIR=/kopije
# Memory that was needed once goes back to the system: docs/OPERATIONS.md, Memory and start.
ENV MALLOC_MMAP_THRESHOLD_=1048576
COPY package.json ./
COPY --from=packages /zalihe/node_modules ./node_modules
COPY --from=built /zalihe/dist ./dist
COPY domain ./domain
COPY contract ./contract
COPY server ./server
COPY scripts ./scripts
# The program may write to these two folders and to nothing else.
RUN install --directory --mode=0700 --owner=node --group=node /podaci /kopije
USER node
VOLUME ["/podaci", "/kopije"]
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--conditions=built", "--enable-source-maps", "--max-semi-space-size=16", "--heap-growing-percent=50", "dist/server/main.js"]
