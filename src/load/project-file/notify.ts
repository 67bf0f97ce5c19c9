/** Checks `notify:` in the project file: rooms must accept messages, and URLs must be allowed. */

import type { Driver } from "../../drivers/contract/contract.ts";
import type { Notify, NotifyEvent } from "../../model/notify.ts";
import type { Target } from "../../model/project.ts";
import type { SecretReference } from "../../model/secret.ts";
import { meant } from "../../yaml/did-you-mean.ts";
import { type FileReading, note } from "../../yaml/issue-reporter.ts";
import type { SchemaIssue } from "../../yaml/schema-issues.ts";
import { formFault, referenceForm } from "../secret-references.ts";
import { besideFile } from "./target.ts";
import { isLoopback } from "./target-url.ts";

const everything: readonly NotifyEvent[] = ["apply", "failure", "drift"];

/** An entry of `notify:` that the schema has accepted. */
type Written = { readonly on?: readonly NotifyEvent[] } & (
  | { readonly target: string; readonly room: string }
  | { readonly webhook: string; readonly key: SecretReference; readonly ca?: string }
);

/** Other parts of the project file that the checks need: the valid targets, and the names of all written targets. */
interface Among {
  readonly targets: ReadonlyMap<string, Target>;
  readonly known: readonly string[];
  readonly drivers: readonly Driver[];
  /** The absolute path to which paths in `ca` are relative. */
  readonly folder: string;
}

/** Returns the entries with their defaults, and reports errors. */
export function notifyOf(reading: FileReading, written: readonly Written[], among: Among): readonly Notify[] {
  return written.map(({ on = everything, ...entry }, index) => {
    const said = "webhook" in entry ? webhookFaults(entry) : roomFaults(entry.target, among);
    note(reading, ["notify", String(index)], said);
    const ca = "webhook" in entry && entry.ca !== undefined && { ca: besideFile(among.folder, entry.ca) };
    return { ...entry, ...ca, on };
  });
}

/** Returns the issue. If the key of a webhook is written in plain text, the message says so. */
export function aboutKey(said: SchemaIssue): SchemaIssue {
  const [section, , field] = said.path;
  if (section !== "notify" || field !== "key" || said.path.length !== 3 || said.code !== "wrong-type")
    return said;
  const message = "the `key` of a webhook must be a secret reference, never the secret itself";
  const hint = `Write \`key: ${referenceForm}\`, and change the key if this file was ever committed.`;
  return { ...said, code: "plain-text-secret", message, hint };
}

function roomFaults(name: string, { targets, known, drivers }: Among): readonly SchemaIssue[] {
  if (!known.includes(name)) {
    const hint = meant(name, known);
    const message = `there is no target \`${name}\` to post to`;
    return [{ code: "unknown-target", message, hint, path: ["target"], at: "value" }];
  }
  const target = targets.get(name);
  const driver = drivers.find((each) => each.interface === target?.interface);
  if (!target || !driver) return [];
  if (!driver.cannotPost) {
    const message = `target \`${name}\` has the ${target.interface} interface, which has no rooms`;
    const hint = "Name a target with `interface: messaging`.";
    return [{ code: "cannot-post", message, hint, path: ["target"], at: "value" }];
  }
  const hint = driver.cannotPost(driver.dialect(target.dialect, target.settings));
  if (hint === undefined) return [];
  const message = `the dialect \`${target.dialect}\` of target \`${name}\` cannot post a message`;
  return [{ code: "cannot-post", message, hint, path: ["target"], at: "value" }];
}

function webhookFaults({ webhook, key }: Extract<Written, { webhook: string }>): readonly SchemaIssue[] {
  const form = formFault(key.secret);
  const url = urlFault(webhook);
  const hint = "Write https://HOST/PATH; http:// only to this machine.";
  return [
    ...(form ? [{ ...form, path: ["key"], at: "value" } as const] : []),
    ...(url === undefined
      ? []
      : [{ code: "bad-url", message: `\`webhook\` ${url}`, hint, path: ["webhook"], at: "value" } as const]),
  ];
}

/** The error of a URL; undefined if there is none. The URL itself is not shown, because parts of it may be secret. */
function urlFault(url: string): string | undefined {
  const parsed = URL.parse(url);
  if (!parsed || (parsed.protocol !== "https:" && parsed.protocol !== "http:"))
    return "must be an absolute https URL";
  if (parsed.username !== "" || parsed.password !== "") return "cannot hold a user name or a password";
  if (parsed.hash !== "") return "cannot have a fragment";
  if (parsed.protocol === "https:" || isLoopback(parsed.hostname)) return undefined;
  return "would send its content unencrypted";
}
