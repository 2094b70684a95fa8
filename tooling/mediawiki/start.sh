#!/usr/bin/env bash
# start.sh FOLDER: installs MediaWiki 1.43 from Debian's packages into FOLDER, on an SQLite database with an account and a watched page, and
# serves it on the loopback interface. Prints the environment variables for the tests, with the id of the server process:
#
#   TEST_MEDIAWIKI_API=http://127.0.0.1:…/w/api.php
#   TEST_MEDIAWIKI_DATABASE=sqlite:FOLDER/data/wiki.sqlite
#   TEST_MEDIAWIKI_ACCOUNT=name:password
#   TEST_MEDIAWIKI_PROGRAM=FOLDER/…        folder with maintenance/run.php
#   TEST_MEDIAWIKI_PID=…
#
# The packages are from Debian 13, regardless of the local release, because PHP 8.1 and newer can run them. They come from the configured mirror of apt.
set -euo pipefail
folder=$(realpath -m "$1")
account=Pella password='correct-horse-battery'
export DEBIAN_FRONTEND=noninteractive

main() {
  mkdir -p "$folder"/{packages,root,data,images,served}
  install_php
  [ -n "$(program_folder)" ] || unpack_mediawiki
  program=$(program_folder)
  ln -sfn "$program" "$folder/served/w"
  export MW_CONFIG_FILE=$folder/LocalSettings.php
  [ -e "$MW_CONFIG_FILE" ] || install_wiki
  serve
}

install_php() {
  local sudo= package missing=()
  [ "$(id -u)" = 0 ] || sudo=sudo
  for package in php-cli php-sqlite3 php-intl php-mbstring php-xml; do
    dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] || { $sudo apt-get update -qq && $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >&2
}

unpack_mediawiki() {
  local mirror apt=$folder/packages package
  mirror=$(apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(REPO_URI)' | sed -n 's/^Debian|Debian|//p' | head -n 1)
  mkdir -p "$apt"/{lists,archives,cache}
  echo "deb $mirror trixie main" >"$apt/sources.list"
  : >"$apt/status"
  local options=(-qq -o "Dir::Etc::sourcelist=$apt/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$apt/lists"
    -o "Dir::State::status=$apt/status" -o "Dir::Cache=$apt/cache" -o APT::Sandbox::User=root)
  apt-get "${options[@]}" update >&2
  (cd "$apt" && apt-get "${options[@]}" download mediawiki mediawiki-classes >&2)
  for package in "$apt"/*.deb; do dpkg-deb -x "$package" "$folder/root"; done
  # The symbolic links point to paths of an installed package.
  local program extensions
  program=$(program_folder)
  extensions=$(find "$folder/root" -type d -name extensions -path '*/mediawiki/*' -not -path "$program/*" | head -n 1)
  find "$program" -maxdepth 1 -type l -delete
  ln -s "$extensions" "$program/extensions"
}

# Prints the folder with api.php. Prints nothing if MediaWiki is not unpacked.
program_folder() {
  find "$folder/root" -type f -name api.php -printf '%h\n' | head -n 1
}

install_wiki() {
  maintain install --lang en --scriptpath /w --server http://127.0.0.1 --confpath "$folder" --pass "$password" \
    --dbtype sqlite --dbpath "$folder/data" --dbname wiki Wiki Admin
  cat >>"$MW_CONFIG_FILE" <<EOF
\$wgUploadDirectory = '$folder/images';
\$wgMainCacheType = CACHE_NONE;
\$wgJobRunRate = 0;
# In tests, wikiquery forwards requests and sends the addresses of its clients.
\$wgCdnServers = [ '127.0.0.1' ];
\$wgRateLimits = [];
EOF
  maintain createAndPromote "$account" "$password"
  echo Text | maintain edit --user "$account" Watched
  maintain sql --query "insert into watchlist (wl_user, wl_namespace, wl_title) select user_id, 0, 'Watched' from user where user_name = '$account'"
}

maintain() {
  php -d memory_limit=512M -d error_reporting=8191 -d display_errors=stderr "$program/maintenance/run.php" "$@" >&2
}

serve() {
  local port
  port=$(php -r '$s = stream_socket_server("tcp://127.0.0.1:0"); echo explode(":", stream_socket_get_name($s, false))[1];')
  php -d memory_limit=512M -d display_errors=0 -d post_max_size=100M -S "127.0.0.1:$port" -t "$folder/served" \
    </dev/null >"$folder/php.log" 2>&1 &
  local api=http://127.0.0.1:$port/w/api.php
  for _ in $(seq 100); do
    if curl -sf -o /dev/null "$api?action=query&format=json"; then
      printf 'TEST_MEDIAWIKI_%s\n' "API=$api" "DATABASE=sqlite:$folder/data/wiki.sqlite" "ACCOUNT=$account:$password" "PROGRAM=$program" "PID=$!"
      return
    fi
    sleep 0.2
  done
  cat "$folder/php.log" >&2
  return 1
}

main
