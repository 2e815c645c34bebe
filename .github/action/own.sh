# The folder that a job writes to. A checkout brings links along, and one in the way would lead what is written anywhere.
# shellcheck shell=bash
own() {
  local path=$1
  while :; do
    if [ -L "$path" ]; then
      echo "::error title=launchgate::$path is a symbolic link: remove it, or name another folder in the input output"
      exit 1
    fi
    case $path in
      # What lies above an absolute path is this machine's.
      /* | . | '') break ;;
      */*) path=${path%/*} ;;
      *) break ;;
    esac
  done
}
