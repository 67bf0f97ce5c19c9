/** Parses a comment that may be a command: its first line only. Pure. */

/** The requested command. */
export type CommentCommand =
  | { readonly is: "plan"; readonly environment?: string | undefined }
  | {
      readonly is: "apply";
      /**
       * The fingerprint with all 64 digits. If absent, the command means the plan that was shown when the comment was
       * written.
       */
      readonly fingerprint?: string | undefined;
      readonly environment?: string | undefined;
    }
  | { readonly is: "help" };

/** `none`: the comment is not a command. `mistaken`: it looks like a command, but has a mistake. */
export type ReadComment =
  | CommentCommand
  | { readonly is: "none" }
  | { readonly is: "mistaken"; readonly why: string };

/** A longer first line is not read, since no command is that long. */
const longestLine = 400;

/**
 * Only the first line counts, and only if it begins with `trueup` and a blank. So quotations, lists and code
 * blocks are not commands, and the other lines may contain anything.
 */
export function readComment(body: string): ReadComment {
  const line = /^trueup[ \t][^\r\n]*/.exec(body.slice(0, longestLine + 1))?.[0];
  if (line === undefined) return { is: "none" };
  if (line.length > longestLine) return { is: "mistaken", why: "A command is one short line." };
  const [, word = "", ...rest] = line.trim().split(/[ \t]+/);
  switch (word) {
    case "plan":
    case "apply":
      return withOptions(word, rest);
    case "help":
    case "--help":
    case "-h":
      return { is: "help" };
    case "unlock":
      return { is: "mistaken", why: noUnlock };
    default:
      return { is: "mistaken", why: `\`${plainWord(word)}\` is not a command for comments.` };
  }
}

const noUnlock =
  "A lock is removed on the command line, by somebody who has checked that its run has ended: `trueup unlock`.";

function withOptions(is: "plan" | "apply", words: readonly string[]): ReadComment {
  let environment: string | undefined;
  let fingerprint: string | undefined;
  for (let at = 0; at < words.length; at += 1) {
    const [name = "", inline] = (words[at] ?? "").split(/=(.*)/s, 2);
    if (name === "-e" || name === "--environment") {
      const value = inline ?? words[++at] ?? "";
      if (!isEnvironment(value) || environment !== undefined)
        return { is: "mistaken", why: "`-e` takes the name of one environment." };
      environment = value;
    } else if (is === "apply" && /^[0-9a-f]+$/i.test(name) && inline === undefined) {
      if (name.length !== 64 || fingerprint !== undefined) return { is: "mistaken", why: wholeFingerprint };
      fingerprint = name.toLowerCase();
    } else
      return { is: "mistaken", why: `\`trueup ${is}\` does not accept \`${plainWord(words[at] ?? "")}\`.` };
  }
  return is === "plan" ? { is, environment } : { is, fingerprint, environment };
}

const wholeFingerprint =
  "`trueup apply` takes one fingerprint, with all its 64 digits: fewer could also match another plan.";

/** Whether a text can be the name of an environment. */
export function isEnvironment(name: string): boolean {
  return /^[A-Za-z0-9._-]{1,96}$/.test(name);
}

/** Returns the text in a form that is safe in a code span. */
function plainWord(word: string): string {
  const shown = word.replace(/[^A-Za-z0-9._=-]/g, "?");
  return shown.length > 40 ? `${shown.slice(0, 40)}...` : shown;
}
