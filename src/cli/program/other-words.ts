/** Hints for unknown commands and options that other tools have: the name that trueup uses. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";

/** The long names of the options of a command and its subcommands. */
export function longOptions(command: CommandUnknownOpts): ReadonlySet<string> {
  const own = command.options.flatMap(({ long }) => long ?? []);
  return new Set([...own, ...command.commands.flatMap((each) => [...longOptions(each)])]);
}

/** Commands of other tools, and trueup's equivalents. */
export const otherCommands: Readonly<Record<string, string>> = {
  destroy: "To remove a resource, delete it from Git, then run `trueup apply --prune`.",
  refresh: "`trueup drift` compares Git with the live state; every plan reads the live state again.",
  state:
    "There is no state file: Git and the controllers are the state. `trueup applied` shows the last apply.",
  show: "`trueup plan` shows changes, `trueup observe` the live state, `trueup explain` where a value comes from.",
  diff: "`trueup plan` shows what would change; `trueup drift` shows changes by others.",
  sync: "`trueup apply` makes the planned changes.",
  run: "`trueup apply` makes the planned changes.",
  deploy: "`trueup apply` makes the planned changes.",
  undo: "`trueup rollback 1` goes back in Git; `trueup apply --rollback-on-failure` reverts a failed apply.",
  log: "`trueup history` lists applies.",
  workspace: "`--environment NAME` chooses the project file of an environment.",
  console: "`trueup eval` computes an expression.",
  output: "`trueup observe --format json` prints live state.",
  providers: "`trueup kinds` lists products and the kinds that can be declared.",
  "force-unlock": "`trueup unlock` removes the lock of an apply that ended without releasing it.",
  upgrade: "`trueup init --upgrade` brings workflows and their package up to date.",
  lint: "`trueup validate` checks files and policies.",
  format: "`trueup fmt` formats YAML.",
  version: "`trueup --version` prints the version.",
  completion:
    "`trueup complete bash` prints the completion script; zsh, fish and powershell work the same way.",
  taint: "To recreate a resource, remove it from Git and apply with `--prune`, then add it again.",
};

/** Options of other tools, without their hyphens, and trueup's equivalents. */
export const otherOptions: Readonly<Record<string, string>> = {
  "auto-approve": "`trueup apply --yes` applies without asking.",
  force: "`trueup apply --allow CONSENT` allows what a refusal names.",
  doit: "`trueup apply --yes` makes the planned changes.",
  target: "`--only 'TARGET/KIND/KEY'` limits the command to these resources.",
  limit: "`--only 'TARGET/KIND/KEY'` limits the command to these resources.",
  destroy: "To remove what is no longer declared: `trueup apply --prune`.",
  json: "`--format json` prints JSON.",
  output: "`--format` chooses the format, `--out FILE` writes a file.",
  "refresh-only": "`trueup drift` shows what was changed by others.",
  "dry-run": "`trueup plan` shows what would be done, and changes nothing.",
  check: "`trueup plan` shows what would be done, and changes nothing.",
  diff: "`trueup plan` shows every difference.",
  env: "`--environment NAME` chooses the environment.",
  workspace: "`--environment NAME` chooses the environment.",
  chdir: "`--project PATH` names the project file or its folder.",
  "config-file": "`--project PATH` names the project file or its folder.",
  var: "Values are in files of the project: `vars`, tables and templates.",
  "var-file": "Values are in files of the project: `vars`, tables and templates.",
  verbose: "`--log-level debug` logs more.",
  debug: "`--log-level debug` logs more.",
  parallelism: "`limits` of a target in trueup.yaml limit its requests.",
  "detailed-exit-code": "`trueup plan --detailed-exitcode` ends with 2 when there are changes.",
  recursive: "Folders are always read recursively.",
  to: "`trueup rollback 1`: the apply follows the command, without an option.",
  lock: "An apply always holds the lock of its environment; `trueup unlock` removes a lock that was not released.",
};

/** Short options of other tools, and trueup's equivalents. */
export const otherLetters: Readonly<Record<string, string>> = {
  e: "`--environment NAME` chooses the environment.",
  v: "`--version` or `-V` prints the version; `--log-level debug` logs more.",
  t: "`--only 'TARGET/KIND/KEY'` limits the command to these resources.",
  f: "`--project PATH` names the project file or its folder.",
  o: "`--format` chooses the format, `--out FILE` writes a file.",
};

/**
 * The hint for an error message of commander, in one line; undefined if there is no hint. `said` is the message, such
 * as `error: unknown option '--target'`. `options` returns the existing long names, with their hyphens.
 */
export function otherWord(said: string, options: () => ReadonlySet<string>): string | undefined {
  const [, what, word = ""] = /unknown (option|command) '(-{0,2}[a-z-]{1,32})/.exec(said) ?? [];
  const isLetter = /^-[a-z]$/.test(word);
  const known = what === "command" ? otherCommands : isLetter ? otherLetters : otherOptions;
  const name = word.replace(/^-+/, "");
  if (/^-[a-z]/.test(word) && options().has(`--${name}`)) return `Write it with two hyphens: \`--${name}\`.`;
  return what !== undefined && Object.hasOwn(known, name) ? known[name] : undefined;
}
