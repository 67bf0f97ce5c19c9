/** The groups of commands in `trueup --help`, in order. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";

const groups: Readonly<Record<string, readonly string[]>> = {
  "The first day:": ["init", "doctor", "check", "import", "demo", "simulate"],
  "Desired state:": ["validate", "fmt", "pull", "explain", "render", "eval", "kinds"],
  "Every day:": ["plan", "apply", "drift", "adopt", "status", "applied", "history", "serve", "work"],
  "After trouble:": ["rollback", "unlock", "forget"],
  "In pipelines:": ["comment", "comment-command", "issue", "observe"],
  "Credentials:": ["login", "logout"],
  "Products and devices:": ["catalog", "yang", "schemas"],
};

const order = Object.keys(groups);
const groupOf = new Map(
  Object.entries(groups).flatMap(([group, names]) => names.map((name) => [name, group] as const)),
);

/** Puts each command into its group. */
export function groupCommands(root: CommandUnknownOpts): void {
  for (const command of root.commands) {
    const group = groupOf.get(command.name());
    if (group !== undefined) command.helpGroup(group);
  }
}

/** The format of help texts: commands are listed in groups, without their options. Global options are listed too. */
export const helpForm = {
  showGlobalOptions: true,
  subcommandTerm: (command: CommandUnknownOpts): string => {
    const args = command.registeredArguments.map((argument) => {
      const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
      return argument.required ? ` <${name}>` : ` [${name}]`;
    });
    return command.name() + args.join("");
  },
  visibleCommands: (root: CommandUnknownOpts): CommandUnknownOpts[] => [...root.commands].sort(byGroup),
};

function byGroup(one: CommandUnknownOpts, other: CommandUnknownOpts): number {
  return placeOf(one) - placeOf(other);
}

/** The place of a command in the help. Subcommands, such as those of `catalog`, keep their order. */
function placeOf(command: CommandUnknownOpts): number {
  const group = groupOf.get(command.name());
  const isTop = command.parent?.parent === null;
  if (!isTop || group === undefined) return order.length * 100;
  return order.indexOf(group) * 100 + (groups[group]?.indexOf(command.name()) ?? 0);
}
