#!/bin/sh
# Pulls rows of sources into the branch trueup/pull, and keeps one pull or merge request open for it.
# PROJECT: the project's folder. HOST: github or gitlab. TARGET: the branch that is checked out, and merged into.
# ALLOW: a consent of `trueup pull`. Where a source or a guard is in the way, nothing is pushed.
set -eu

branch=trueup/pull
author=trueup@noreply.invalid
title='Rows of sources have changed'
project=${PROJECT:-.}
: "${HOST:?github or gitlab}" "${TARGET:?the branch that is merged into}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

set -- pull
if [ -n "${ALLOW:-}" ] && [ "$ALLOW" != nothing ]; then
  set -- pull --allow "$ALLOW"
fi
status=0
NO_COLOR=1 trueup --project "$project" "$@" > "$work/said" || status=$?
cat "$work/said"
if [ "$status" != 0 ]; then
  exit "$status"
fi

# The branch as it is at the remote. 2 says that there is none: any other failure is one.
found=0
git ls-remote --exit-code origin "refs/heads/$branch" > "$work/remote" || found=$?
kept=
case $found in
  0)
    git fetch --quiet origin "refs/heads/$branch"
    kept=$(git rev-parse FETCH_HEAD)
    if git log --no-merges --format=%ae "HEAD..$kept" | grep --quiet --invert-match --line-regexp --fixed-strings "$author"; then
      echo "Somebody has committed to $branch: merge or close it first. Nothing was pushed." >&2
      exit 1
    fi
    ;;
  2) ;;
  *) exit "$found" ;;
esac

git add --all -- "$project"
if git diff --cached --quiet; then
  if [ -n "$kept" ]; then
    git push --quiet --force-with-lease="refs/heads/$branch:$kept" origin ":refs/heads/$branch"
    echo "$branch was removed: $TARGET has what the sources hold."
  fi
  exit
fi

{
  printf '%s\n\n' "$title"
  cat "$work/said"
} > "$work/message"
git -c user.name=trueup -c user.email="$author" commit --quiet --cleanup=whitespace --file="$work/message"

# A push makes reviewers begin anew: none without other rows, however often the target has moved.
isNew=yes
if [ -n "$kept" ] && git diff --quiet "$kept" HEAD -- '*.csv' '*.json'; then
  isNew=no
  echo "$branch has these rows already."
fi

if [ "$HOST" = gitlab ]; then
  if [ "$isNew" = yes ]; then
    git push --quiet --force-with-lease="refs/heads/$branch:$kept" --push-option=merge_request.create \
      --push-option="merge_request.target=$TARGET" --push-option="merge_request.title=$title" \
      --push-option=merge_request.remove_source_branch origin "HEAD:refs/heads/$branch"
  fi
  exit
fi

if [ "$isNew" = yes ]; then
  git push --quiet --force-with-lease="refs/heads/$branch:$kept" origin "HEAD:refs/heads/$branch"
fi
{
  cat << 'END'
The sources of `sources.yaml` hold other rows than this repository. The plan says what follows from it.

`````text
END
  head -c 60000 "$work/said"
  printf '\n%s\n' '`````'
} > "$work/body.md"
open=$(gh pr list --head "$branch" --base "$TARGET" --state open --limit 1 --json number --jq '.[].number')
any=$(gh pr list --head "$branch" --base "$TARGET" --state all --limit 1 --json number --jq '.[].number')
if [ -n "$open" ]; then
  gh pr edit "$open" --body-file "$work/body.md"
elif [ "$isNew" = yes ] || [ -z "$any" ]; then
  gh pr create --head "$branch" --base "$TARGET" --title "$title" --body-file "$work/body.md"
else
  echo "Somebody has closed the pull request of these rows: it stays closed."
fi
