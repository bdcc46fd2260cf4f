# The image of the archive that `npm run package` made on linux-x64 or linux-arm64; it builds and installs nothing.
#   npm run package
#   docker build --build-arg ARCHIVE=acarreo-1.0.0-linux-x64.tar.gz --tag acarreo .
#   docker run --init --publish 3000:3000 --volume acarreo:/var/lib/acarreo --stop-timeout 40 acarreo
# Debian, because the embedded PostgreSQL needs glibc.
FROM node:24-bookworm-slim AS unpacked
ARG ARCHIVE
COPY dist/package/${ARCHIVE} dist/package/${ARCHIVE}.sha256 /tmp/
WORKDIR /tmp
RUN sha256sum --check --quiet "${ARCHIVE}.sha256" \
  && mkdir /opt/acarreo \
  && tar --extract --gzip --file "${ARCHIVE}" --strip-components=1 --no-same-owner --directory /opt/acarreo
WORKDIR /opt/acarreo
RUN sha256sum --check --quiet SHA256SUMS

FROM node:24-bookworm-slim
# PostgreSQL refuses root, and initdb needs an account with a name.
RUN useradd --system --uid 10001 --user-group --home-dir /var/lib/acarreo --shell /usr/sbin/nologin acarreo \
  && install --directory --owner=acarreo --group=acarreo --mode=700 /var/lib/acarreo
COPY --from=unpacked /opt/acarreo /opt/acarreo
ENV NODE_ENV=production DATA_DIR=/var/lib/acarreo HOST=0.0.0.0 PORT=3000
# A number, so that Kubernetes can see that it is not root.
USER 10001:10001
WORKDIR /var/lib/acarreo
VOLUME /var/lib/acarreo
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=20s --timeout=10s --start-period=2m --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "/opt/acarreo/dist/server/main.js"]
