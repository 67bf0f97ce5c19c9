/**
 * Opens a project whose sessions another process holds. This process has no secrets, and receives the facts about
 * secrets that it needs.
 */

import type { OpenTarget } from "../../drivers/contract/contract.ts";
import { byTextOf } from "../../model/compare.ts";
import type { Listener } from "../../model/event.ts";
import type { Problem } from "../../model/problem.ts";
import type { Target } from "../../model/project.ts";
import type { SecretFingerprints } from "../../model/secret.ts";
import type { SourcePosition } from "../../model/source.ts";
import type { ReadProject } from "../../project/read.ts";
import { runId } from "../../runtime/random.ts";
import type { Redactor } from "../../runtime/secrets/redactor.ts";
import type { WantedSecret } from "../../runtime/secrets/secrets.ts";
import type { SessionsPort } from "../../sessions/port.ts";
import type { RemoteSession } from "../../sessions/remote-session.ts";
import type { ToldSecret, ToldSecrets } from "../../sessions/secrets.ts";
import type { Ports } from "../assemble.ts";
import { type OpenSecretOptions, weakKey } from "../open-secrets.ts";
import { declaredTexts, weakSecret } from "../weak-secrets.ts";
import { bundleText } from "./bundle.ts";
import { remoteTargets } from "./remote-targets.ts";

/** Where the sessions are, and the ports of this process. */
export interface ElsewherePorts extends Pick<Ports, "clock" | "random" | "log" | "keptReads"> {
  readonly sessions: SessionsPort;
  /** The name by which the process with the sessions decides which secrets the project may open. */
  readonly owner: string;
  readonly chosen: readonly Target[];
  readonly redactor: Redactor;
  readonly listener: Listener;
  readonly signal: AbortSignal;
}

/** The targets, and the reported facts about their secrets. */
export interface OpenedElsewhere {
  readonly targets: readonly OpenTarget[];
  readonly fingerprints?: SecretFingerprints | undefined;
  readonly problems: readonly Problem[];
}

/** Opens the targets. Each missing secret is reported as a problem before anything is sent. */
export async function openElsewhere(
  read: ReadProject,
  ports: ElsewherePorts,
  options: OpenSecretOptions,
): Promise<OpenedElsewhere> {
  const { sessions, owner, chosen, signal } = ports;
  const isProposal = options.proposal === true;
  const bundle = await sessions.provide(await bundleText(read, { name: owner, isProposal }));
  const { drivers, kept } = read;
  const { targets, remote } = remoteTargets(chosen, { ...ports, drivers, kept, bundle, by: runId() });
  const asked = [...remote].map(([name, session]) => askedOf(read, name, { session, options, signal }));
  const told = await Promise.all(asked);
  const answers = told.flatMap((each) => ("problem" in each ? [] : [each]));
  const lost = told.flatMap((each) => ("problem" in each ? [each.problem] : []));
  const found = problemsIn(read, answers, options);
  const [weak] = answers.flatMap(({ key }) =>
    key?.isShort && read.fingerprintKey ? [read.fingerprintKey] : [],
  );
  const isKeyed = options.secrets !== "unused";
  return {
    targets,
    fingerprints: isKeyed ? joined(answers) : undefined,
    problems: [...lost, ...found, ...(weak && isKeyed ? [weakKey(weak)] : [])],
  };
}

interface AskingHow {
  readonly session: RemoteSession;
  readonly options: OpenSecretOptions;
  readonly signal: AbortSignal;
}

function askedOf(read: ReadProject, target: string, { session, options, signal }: AskingHow) {
  const { only = () => true, secrets, proposal = false, base } = options;
  const own = read.loaded.references.filter(({ address }) => address.startsWith(`${target}/`));
  const mine = secrets === "unused" ? [] : own.filter(({ address }) => only(address));
  const references = mine.map(({ reference, address, path }) => ({ reference, address, path }));
  const texts = proposal ? undefined : [...declaredTexts(base ?? read.loaded.desired)];
  return session.ask({ is: "secrets", references, isKeyed: secrets !== "unused", texts }, signal);
}

/**
 * Returns the problems in the order in which `openReferences` reports them: those of credentials, then those of secrets
 * in desired state, then weak secrets.
 */
function problemsIn(
  read: ReadProject,
  answers: readonly ToldSecrets[],
  { secrets }: OpenSecretOptions,
): readonly Problem[] {
  const ofCredentials = byReference(answers.flatMap(({ credentials }) => credentials));
  const ofDesired = byReference(answers.flatMap(({ references }) => references));
  const ofKey = byReference(secrets === "unused" ? [] : answers.flatMap(({ key }) => key ?? []));
  const keys = read.fingerprintKey ? [read.fingerprintKey] : [];
  const own = firstsOf(read.credentials, ofCredentials);
  const used = [...firstsOf(read.loaded.references, ofDesired), ...firstsOf(keys, ofKey)];
  const isName = ({ path }: ReadProject["credentials"][number]) => /\/(?:username|clientId)$/.test(path);
  const names = new Set(read.credentials.filter(isName).map(({ reference }) => reference));
  const weak = new Map([...own, ...used].map((one) => [one.reference, one]));
  return [
    ...own.flatMap(placed),
    ...used
      .flatMap(placed)
      .map((one) => (secrets === "needed" ? one : { ...one, severity: "warning" as const })),
    ...[...weak.values()].flatMap((one) =>
      one.isWeak && !names.has(one.reference) ? [weakSecret(one)] : [],
    ),
  ];
}

type PlacedSecret = ToldSecret & { readonly at?: SourcePosition | undefined } & Pick<WantedSecret, "address">;

/** Returns the reported facts about these references, each at the first place that names the reference. */
function firstsOf(
  wanted: readonly WantedSecret[],
  told: ReadonlyMap<string, ToldSecret>,
): readonly PlacedSecret[] {
  const firsts = new Map<string, WantedSecret>();
  for (const one of wanted) if (!firsts.has(one.reference)) firsts.set(one.reference, one);
  return [...firsts.values()].flatMap(({ reference, at, address }) => {
    const found = told.get(reference);
    return found ? [{ ...found, at, address }] : [];
  });
}

function placed({ problem, at, address }: PlacedSecret): readonly Problem[] {
  return problem ? [{ ...problem, at, address }] : [];
}

function byReference(all: readonly ToldSecret[]): ReadonlyMap<string, ToldSecret> {
  return new Map(all.map((one) => [one.reference, one]));
}

/**
 * Returns the fingerprints of all targets; undefined if there are none. Fingerprints that a host made with another key
 * are left out, because they cannot be compared.
 */
function joined(answers: readonly ToldSecrets[]): SecretFingerprints | undefined {
  const all = answers.flatMap(({ fingerprints }) => fingerprints ?? []);
  const [first] = all;
  if (!first) return undefined;
  const of = all.filter(({ key }) => key === first.key).flatMap((each) => each.of);
  return { key: first.key, of: of.toSorted(byTextOf(({ address, path }) => `${address} ${path}`)) };
}
