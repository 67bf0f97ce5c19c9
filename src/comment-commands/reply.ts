/** The reply to the author of a comment. There is one reply comment, which each command rewrites. Pure. */

import type { LockRecord } from "../model/record.ts";
import { holderText } from "../report/apply/applied-text.ts";
import { code } from "../report/text/escape.ts";

/** The list of commands, for the reply to an unknown command. */
export const helpText = `| comment | does |
|---|---|
| \`trueup plan\` | plans the newest commit again |
| \`trueup apply\` | merges, and applies the plan that was shown for the newest commit when the comment was written |
| \`trueup apply FINGERPRINT\` | the same, but only for the plan with that fingerprint (all 64 digits) |
| \`trueup --help\` | shows this |

\`-e ENVIRONMENT\` names one environment. A command is the first line of a comment, and needs write permission.`;

/** The outcome, shown in bold after the command. */
export type ReplyState = "done" | "not done" | "unknown" | "";

/** A reply. */
export interface CommandReply {
  /** The command, such as `trueup apply`. */
  readonly command: string;
  readonly by: string;
  readonly state: ReplyState;
  /** The text in Markdown. */
  readonly text: string;
  readonly locks: readonly { readonly text: string }[];
  /** The URL of the run. */
  readonly run?: string | undefined;
}

/** The reply in Markdown. */
export function replyText({ command, by, state, text, locks, run }: CommandReply): string {
  const end = state === "" ? "" : ` **${state.charAt(0).toUpperCase()}${state.slice(1)}.**`;
  const held = locks.map((lock) => `\n${lock.text}\n`).join("");
  const link = run === undefined ? "" : `\n[The run](${run})\n`;
  return `${code(command)}, asked by ${code(by)}:${end}\n\n${text}\n${held}${link}`;
}

/** Describes a lock in Markdown: its holder, when it was taken, and the holder's run. */
export function lockText(environment: string, record: LockRecord | undefined): string {
  if (!record) return `**Locked:** ${code(environment)}, by a ref that trueup did not write.`;
  return `**Locked:** ${code(environment)}, by ${code(holderText(record))}.`;
}

/** A hint below a plan, if comments may contain commands. */
export const plannedHint =
  "\nComment `trueup apply` to merge this and apply the shown plan, or `trueup plan` to plan it again.\n";
