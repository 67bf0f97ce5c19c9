/**
 * `trueup complete`: scripts for shells, and the completions that the scripts request: commands, options, products,
 * targets.
 */

import { join } from "node:path";
import { isObject } from "../../model/json.ts";
import { catalogsIn } from "../../project/catalogs.ts";
import { readTextNow } from "../../runtime/files/files.ts";
import { parse } from "../../yaml/parse.ts";
import { textFile } from "../../yaml/text-file.ts";
import type { Surroundings } from "../cli.ts";
import type { program } from "./program.ts";

type Root = ReturnType<typeof program>;

/** Adds `trueup complete bash|zsh|fish|powershell`, which is meant for shells only. */
export async function addCompletion(root: Root, { cwd, stdout }: Surroundings): Promise<void> {
  const { default: tab } = await import("@bomb.sh/tab/commander");
  offer(root, { product: catalogsIn().names.map(({ product }) => product), target: targetsIn(cwd()) });
  // At run time, `root` is one of commander's own typed commands; its declared type does not show that.
  const completer: ReturnType<typeof tab> = Reflect.apply(tab, undefined, [root]);
  const setup = completer.setup.bind(completer);
  completer.setup = (name, command, shell) => {
    // The bash script declares read-only variables, so sourcing it a second time would fail.
    if (shell === "bash") stdout.write("if ! declare -F __trueup_complete >/dev/null; then\n");
    setup(name, command, shell);
    if (shell === "bash") stdout.write("fi\n");
  };
}

/** Offers values for arguments with these names. Other values stay possible: nothing is validated here. */
function offer(root: Root, choices: Readonly<Record<string, readonly string[]>>): void {
  for (const command of root.commands) {
    for (const argument of command.registeredArguments)
      argument.argChoices ??= [...(choices[argument.name()] ?? [])];
    for (const option of command.options)
      if (option.long === "--dialect") option.argChoices = [...(choices.product ?? [])];
  }
}

/** The targets of the project in a folder; none if its file cannot be read. */
function targetsIn(folder: string): readonly string[] {
  try {
    const path = join(folder, "trueup.yaml");
    const read = readTextNow(path, path);
    if ("problem" in read) return [];
    const [{ value = null } = {}] = parse(textFile(path, read.file.text), new Map()).documents;
    const targets = isObject(value) ? (value.targets ?? null) : null;
    return isObject(targets) ? Object.keys(targets).filter((name) => /^[\w.-]+$/.test(name)) : [];
  } catch {
    return [];
  }
}
