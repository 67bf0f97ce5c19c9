/** Secrets that a server shows, simulated separately: what the plan says about each, and what is written. */

import { secretCheckOf } from "../../../../src/diff/secrets.ts";
import { shownSecrets } from "../../../../src/engine/shown-secrets.ts";
import type { Plan } from "../../../../src/model/plan/plan.ts";
import { Secret, UnresolvedSecret } from "../../../../src/model/secret.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { stage } from "../../../servers/virtual-time/run.ts";
import { maybe, pick, under } from "../../draw.ts";
import { differ } from "../judges.ts";
import {
  addressOf,
  type Door,
  doorOf,
  drivers,
  filesOn,
  project,
  referenceOf,
  Safe,
  type ShownSecret,
  secretsOf,
  texts,
} from "./doors.ts";

/** Falsifies the reported plan, to test that the checks notice it. */
export type ReadableLie = (plan: Plan) => Plan;

/** How a plan is made. */
interface Asking {
  /** True if the plan is for a pull request, and must not reveal live values. */
  readonly isProposal: boolean;
  readonly threeWay: boolean;
  /** The reference that this run cannot resolve; undefined if it can resolve both. */
  readonly closed: "A" | "B" | undefined;
  readonly hasKey: boolean;
}

/** The scenario runs in every n-th seed. */
const playedEvery = 4;

/** Plans, and applies the plan if the run can resolve every reference. */
export async function judgeReadable(
  seed: number,
  lie: ReadableLie = (plan) => plan,
): Promise<readonly string[]> {
  if (seed % playedEvery !== 3) return [];
  const draw = seeded(seed * 16 + 27);
  const doors = Array.from({ length: 1 + under(draw, 3) }, (_, number) => doorOf(draw, number));
  const asking: Asking = {
    ...{ isProposal: maybe(draw, 0.15), threeWay: maybe(draw, 0.8), hasKey: maybe(draw, 0.6) },
    closed: pick(draw, [undefined, undefined, undefined, "A", "B"]),
  };
  const safe = new Safe(doors);
  const learned = new Set<string>();
  const opened = new Map<string, Secret>(
    (["A", "B"] as const).map((one) => {
      const reference = referenceOf(one);
      return [reference, asking.closed === one ? new UnresolvedSecret(reference) : new Secret(texts[one])];
    }),
  );
  const redactor = {
    learnShown: (values: readonly string[]) => {
      for (const value of values) learned.add(value);
    },
  };
  const on = stage({
    ...{ project, drivers, seed: {}, files: filesOn(doors, "desired"), between: () => safe.wire },
    secrets: { [referenceOf("A")]: texts.A, [referenceOf("B")]: texts.B },
    shown: shownSecrets(opened, { redactor, proposal: asking.isProposal }),
  });
  const all = doors.flatMap((door) => secretsOf(door).map((one) => ({ door, one })));
  const shown = all.map(({ door, one }) => safe.at(door, one));
  const base = asking.threeWay && { base: on.load(filesOn(doors, "base")) };
  const check = asking.hasKey && {
    secretCheck: secretCheckOf(printsOf(doors, "now"), printsOf(doors, "then")),
  };
  const made = await on.plan({ ...base, ...check, onConflict: "overwrite" });
  const plan = lie(made.plan);
  const wanted = all.map(({ door, one }) => saidOf(door, one, asking));
  const notes = doors.filter(({ isDrifted }) => isDrifted);
  const place = ({ address, path }: { readonly address: string; readonly path: string }) =>
    `${address} ${path}`;
  const broken = [
    ...differ(
      "said",
      [
        ...plan.changes.flatMap((change) =>
          change.action === "update"
            ? change.differences.map(({ path, cause }) => `${change.address} ${path}: ${cause}`)
            : [`${change.action} ${change.address}`],
        ),
        ...plan.unverifiable.map((one) => `${place(one)}: unverifiable`),
        ...plan.secretsTakenOver.map((one) => `${place(one)}: takenOver`),
      ],
      [
        ...wanted.filter((line) => line !== ""),
        ...notes.map((door) => `${addressOf(door)} /note: ${noteCause(door, asking)}`),
      ],
    ),
    ...shown.filter((text) => isClear(text) && !learned.has(text)).map((text) => `not learned: ${text}`),
    ...shown
      .filter((text) => isClear(text) && JSON.stringify(made.plan).includes(text))
      .map((text) => `told: ${text}`),
  ];
  if (asking.closed === undefined && broken.length === 0) {
    await on.apply(made, { onConflict: "overwrite" });
    for (const [at, { door, one }] of all.entries()) {
      const wished = isWritten(door, one, asking) && one.desired !== "-" ? texts[one.desired] : shown[at];
      const is = safe.at(door, one);
      if (is !== wished) broken.push(`${addressOf(door)} ${one.path} is ${is}, and must be ${wished}`);
    }
  }
  return broken.map((line) => `readable: ${JSON.stringify(asking)}: ${line}`);
}

/** True if the plan writes the secret. If one user of a door is written, all are. */
function isWritten(door: Door, secret: ShownSecret, asking: Asking): boolean {
  const along = door.users.includes(secret) ? door.users : [secret];
  return along.some((one) => /: (?:pending|drift)$/.test(saidOf(door, one, asking)));
}

function isClear(text: unknown): text is string {
  return typeof text === "string" && !text.startsWith("*");
}

function noteCause({ isInBase }: Door, { threeWay }: Asking): string {
  return threeWay && isInBase ? "drift" : "pending";
}

/**
 * | the server shows      | base and its record           | report        |
 * | --------------------- | ----------------------------- | ------------- |
 * | the reference's value | any                           | not mentioned |
 * | another value         | no base is known              | pending       |
 * | no usable value       | no base is known              | unverifiable  |
 * | any other value       | does not have the door        | taken over    |
 * | any other value       | another reference, or none    | pending       |
 * | any other value       | the same, with another value  | pending       |
 * | another value         | the same                      | drift         |
 * | no usable value       | the same, with the same value | not mentioned |
 * | no usable value       | the same                      | unverifiable  |
 *
 * A proposal, and a run that cannot open the reference, see no usable value.
 */
function saidOf(door: Door, secret: ShownSecret, { isProposal, threeWay, closed, hasKey }: Asking): string {
  const { path, desired, base, live, recorded } = secret;
  if (desired === "-") return "";
  const isTelling = !isProposal && closed !== desired && live !== "null" && live !== "stars";
  const isSame = isTelling && live === desired;
  const isOther = isTelling && live !== desired;
  const is = (what: string) => `${addressOf(door)} ${path}: ${what}`;
  if (isSame) return "";
  if (!threeWay) return is(isOther ? "pending" : "unverifiable");
  if (!door.isInBase) return is("takenOver");
  if (base !== desired || (hasKey && recorded === "other")) return is("pending");
  if (isOther) return is("drift");
  return hasKey && recorded === "same" ? "" : is("unverifiable");
}

/** Returns the fingerprints of the current secrets, or the recorded fingerprints. */
function printsOf(doors: readonly Door[], when: "now" | "then") {
  const of = doors.flatMap((door) =>
    secretsOf(door).flatMap(({ path, desired, base, recorded }) => {
      const isNow = when === "now";
      if (isNow ? desired === "-" : base === "-" || recorded === "nothing" || !door.isInBase) return [];
      const fingerprint = isNow ? `of ${desired}` : recorded === "same" ? `of ${base}` : "of another";
      return [{ address: addressOf(door), path, fingerprint }];
    }),
  );
  return { key: "key", of };
}
