#!/bin/sh
# install.sh ARCHIVE [FOLDER]   unpacks a version beside those in FOLDER/releases and points FOLDER/current to it
# install.sh RELEASE [FOLDER]   points FOLDER/current to a version that is there: the way back
# FOLDER is /opt/acarreo. It starts nothing: `systemctl restart acarreo` afterwards is all of the downtime.
set -eu
umask 022

wanted=${1:?'Uso: install.sh ARCHIVO|VERSIÓN [CARPETA]'}
folder=${2:-/opt/acarreo}
releases=$folder/releases
mkdir -p "$releases"
before=$(readlink "$folder/current" || true)

if [ -d "$releases/$wanted" ]; then
  release=$wanted
else
  [ -f "$wanted" ] || { echo "No existe $wanted, ni como archivo ni en $releases." >&2; exit 1; }
  if [ -f "$wanted.sha256" ]; then
    (cd "$(dirname "$wanted")" && sha256sum --check --quiet "$(basename "$wanted").sha256")
  fi
  new=$(mktemp -d "$releases/.new-XXXXXX")
  trap 'rm -rf "$new"' EXIT
  tar -xzf "$wanted" --strip-components=1 --no-same-owner -C "$new"
  (cd "$new" && sha256sum --check --quiet SHA256SUMS)
  # It says its name only where this Node can run it.
  version=$(node "$new/dist/server/main.js" --version)
  release=$(echo "$version" | tr ' ' -)
  if [ -d "$releases/$release" ]; then
    echo "$release ya está instalada."
  else
    chmod 755 "$new"
    mv -T "$new" "$releases/$release"
  fi
fi

# By rename: there is no moment without `current`.
ln -sfn "releases/$release" "$folder/.current"
mv -T "$folder/.current" "$folder/current"
echo "$folder/current es $release. Ahora: systemctl restart acarreo"
[ -n "$before" ] && [ "$before" != "releases/$release" ] || exit 0
if cmp -s "$folder/$before/migrations/meta/_journal.json" "$folder/current/migrations/meta/_journal.json"; then
  echo "De vuelta: $0 ${before#releases/} $folder && systemctl restart acarreo"
else
  echo "Cambia la base de datos: la versión de antes (${before#releases/}) solo vuelve con el respaldo de antes."
fi
