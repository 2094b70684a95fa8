#!/usr/bin/env bash
# start.sh DATA [PORT [NAME=VALUE...]]: starts an OpenSearch cluster of one node on the loopback interface, with its data in the folder DATA.
# PORT 0 (the default) is any free port. Further arguments are settings of the node. Prints the address of the node when it accepts requests.
# The node ends when its standard input ends. Needs Java 17 or later and Maven, which downloads the jars once.
#
# OPENSEARCH_JAVA: options of the virtual machine, which replace those for short runs.
set -euo pipefail
folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/wikiquery/opensearch/$(cat "$folder/pom.xml" "$folder/TestNode.java" | cksum | tr ' ' -)

# Resolves the jars and compiles the launcher. Processes that start at the same time wait for each other, because Maven's repository has no lock.
prepare() {
  [ -e "$cache/classpath" ] && return
  mkdir -p "$cache"
  exec 9>"$cache/lock"
  if command -v flock >/dev/null; then flock 9; fi
  if [ ! -e "$cache/classpath" ]; then
    mvn --quiet --batch-mode --file "$folder/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.6.1:build-classpath \
      -Dmdep.outputFile="$cache/jars" </dev/null >&2
    javac -nowarn -d "$cache/classes" -cp "$(cat "$cache/jars")" "$folder/TestNode.java" >&2
    echo "$cache/classes:$(cat "$cache/jars")" >"$cache/classpath.new"
    mv "$cache/classpath.new" "$cache/classpath"
  fi
  exec 9>&-
}

data=$(realpath -m "$1")
shift
mkdir -p "$data"
prepare
read -r -a options <<<"${OPENSEARCH_JAVA:--Xms256m -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1}"
exec java "${options[@]}" -XX:+ExitOnOutOfMemoryError -cp "$(cat "$cache/classpath")" TestNode "$data" "${1:-0}" "${@:2}"
