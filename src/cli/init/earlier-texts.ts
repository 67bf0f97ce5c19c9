/** Hashes of the workflow files that earlier versions wrote, to detect changes by users. */

import { createHash } from "node:crypto";
import { inOrderOfNames, withoutEnvironments } from "./environments.ts";

/** How a repository's file compares with the text that this version writes. */
export type TextState = "same" | "earlier" | "own";

/**
 * The SHA-256 hashes of all texts that were ever shipped, by path in a repository. Each text is normalized by
 * `plainText` first. The last hash of a path is the current text's; before it come those of its other forms. If you
 * change a text, add its hash, and keep the others.
 */
export const shippedHashes: Readonly<Record<string, readonly string[]>> = {
  ".trueup/action.yml": [
    "29a24b728c85e3962dfa1e7f742131af6f1e008b379a4f9b395deec2490bc021",
    "6902dc4ac15b26dd16a2fd6b97d2ce3bf9e170040e37469c73a84249bb84df82",
    "abdaa6901cf5783a364b5d46ade5570604626ea6cedc45cb6dec0ff561251fbb",
    "e59a5f637a8e3ae4d3a5b5f22ba8e75311ce7b59cb5c88d2431c0a752be97285",
    "34db02dd530bab856c29628e8c33c2c94fed61973efe353a176170d8fa16ee67",
    "d44351864dbeb66a2bb9bc2f6ea7e7aa5105a7c6421eeefe86e6c49bd2e7b879",
  ],
  ".trueup/install.sh": [
    "c3b95a72e100f25148614507bdd07c9edafa6c3878ec9b78f93c6eccfcc96cda",
    "1382a7156f7527da8fe4d50b2b967ee7152b9dec8fefaf30b73286eac6ab14cc",
    "c57547d85958e1d87b3da92e0bac757c04e39430eb02e2a0723295727eee23f6",
  ],
  ".trueup/gitlab.yml": [
    "901947ae8a8d7245a1bd556c8672ae7374479e5546f578194afca00d9a31fa9f",
    "1a1ee472dabe4eaf20f275e11e5bc189e89b0592788a5c5da9f29e0450e1c66d",
    "ff88e0abaf04a38518c819ec6503db920f1aba8e084139bb8bb3656ea772da0b",
    "80a466278271193f5196ca6c44d4709e168ecca07f656bfcfba4595661bc1055",
    "ff518359cf7d6ecfec4b4fc39a0c771f4ef0ab2be0f4213f07403ddd7ee6bd03",
  ],
  ".github/workflows/trueup-plan.yml": ["0e2d459f900f56420fe504e34134d6e33d81d223b260220df0b44ac4a6da8857"],
  ".github/workflows/trueup-comment.yml": [
    "c3a3a4ea554b1ab9edd8863a9d0227b7b9f77e08950539ff51b3646cd6532bfa",
    "ccfc4803fcfd6e226148482e87d796387b688f453b6397e2803a909023e692ee",
  ],
  ".github/workflows/trueup-command.yml": [
    "731a74214d6311ad4dc079b448cbfac880eddf9801c72649119f1728734a067e",
  ],
  ".github/workflows/trueup-apply.yml": [
    "73403ef2c64079bffd419ed24eec131edb7564534be3365fe6c37f2a855db9f5",
    "80a1f6114e6d9a0f2bc5f74e3c530eda819f1b256aa8b41c8c209d53f4506978",
    "c2e58809172f166b2d6d563831884f7402e855c4d31f8747cc38e95eade081b9",
    "e4ad18c940ea4b1d41fb67452c0d13f828fd14d875e8353aeaa38c3ff70a51a1",
    "ef037c41bb69a2e6958e01a89b64c200dfd0bc0be886738ec528630e17625850",
  ],
  ".github/workflows/trueup-apply-environment.yml": [
    "bf556e2718483271941623ae37b7ab6c0649ddd573936f1c4279f2bbbe897cd0",
    "25151bddce896028cd6366c9eb9273224a1fd69cf41f04210b5c51f245323062",
  ],
  ".github/workflows/trueup-drift.yml": ["7c09a9a7e26cdcb9f1b442e8ade6a903e77b08840c6f11c86ee130ce3977d8d1"],
  ".github/workflows/trueup-snapshot.yml": [
    "e36d14f6eaeb99bd0234007fe550d3ef60acc8e3e15321cfe72c5d9878bb65f6",
  ],
  ".github/workflows/trueup-pull.yml": ["6bc4be444aead0051e272ef1f38c6e7c73edf9fc79a0f3485b513514b31357a0"],
  ".trueup/gitlab-pull.yml": ["f8ed7e628843a2dc16d0f3381893939bbe96f2448551170c6a8f24b68171bce4"],
  ".trueup/pull.sh": ["34cdeecc695a2fec84abce39bf9d9567952786ff420f93321bfb37dfc48a52b5"],
};

/**
 * How a file compares with today's text: the `same`, written by an `earlier` version, or edited by somebody (`own`).
 */
export function stateOf(path: string, found: string, today: string): TextState {
  const plain = plainText(found);
  if (plain === plainText(today)) return "same";
  return (shippedHashes[path] ?? []).includes(hashOf(plain)) ? "earlier" : "own";
}

/** The hexadecimal hash of the plain text. */
export function hashOf(plain: string): string {
  return createHash("sha256").update(plain).digest("hex");
}

/**
 * Lines with settings that people may change. The first group is the text before the value, the second is the value.
 */
const settings: readonly RegExp[] = [
  /^( *branches: )(.*)$/gm,
  /^( *- cron: )(.*)$/gm,
  /^( *runs-on: )(.*)$/gm,
  /^( *timeout-minutes: )(.*)$/gm,
  /^( *PROJECT: )(.*)$/gm,
];

/**
 * Matches the option with the project's folder, which only exists for a project that is not at the top of its
 * repository.
 */
const projectLine = /^( *command: .*\n) *project: ".*"\n/gm;

/**
 * The text with Unix line breaks, without its environments and without the settings that differ between repositories.
 */
export function plainText(text: string): string {
  return withoutEnvironments(withoutSettings(text).replace(projectLine, "$1"));
}

function withoutSettings(text: string): string {
  return settings.reduce((before, line) => before.replace(line, "$1*"), text.replaceAll("\r\n", "\n"));
}

/** True if the two texts are for the same project and differ only in their environments. */
export function hasOtherEnvironments(found: string, today: string): boolean {
  const [there, wanted] = [withoutSettings(found), withoutSettings(today)];
  return (
    inOrderOfNames(there) !== inOrderOfNames(wanted) &&
    withoutEnvironments(there) === withoutEnvironments(wanted)
  );
}

/**
 * The current text with the settings of the existing file. Undefined if the numbers of settings differ, so that they
 * cannot be matched.
 */
export function withSettingsOf(found: string, today: string): string | undefined {
  let text: string | undefined = today;
  for (const line of settings) {
    const values = [...found.replaceAll("\r\n", "\n").matchAll(line)].map(([, , value]) => value);
    const places = [...today.matchAll(line)].length;
    const isOne = new Set(values).size === 1;
    if (places === 0 || text === undefined) continue;
    if (values.length !== places && !isOne) return undefined;
    let at = 0;
    text = text.replace(line, (_, start: string) => `${start}${isOne ? values[0] : values[at++]}`);
  }
  return text;
}
