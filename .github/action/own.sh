# Checks the folder to which a job writes: a symbolic link of the checkout in its path could redirect the written files to any other folder.
# shellcheck shell=bash
own() {
  local path=$1
  while :; do
    if [ -L "$path" ]; then
      echo "::error title=launchgate::$path is a symbolic link: remove it, or name another folder in the input output"
      exit 1
    fi
    case $path in
      # The folders above an absolute path belong to the machine.
      /* | . | '') break ;;
      */*) path=${path%/*} ;;
      *) break ;;
    esac
  done
}
