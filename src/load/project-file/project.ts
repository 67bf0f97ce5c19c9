/** Loads the project file, `trueup.yaml`: targets, limits, and allowed secrets. Resolves no secret. */

import type { Driver } from "../../drivers/contract/contract.ts";
import type { HealthSettings } from "../../model/health.ts";
import { isObject, type Json } from "../../model/json.ts";
import { type Pointer, pointer } from "../../model/pointer.ts";
import type { Problem } from "../../model/problem.ts";
import type { Project, Target } from "../../model/project.ts";
import { isSecretReference, type SecretReference } from "../../model/secret.ts";
import type { SourcePosition, SourceText } from "../../model/source.ts";
import { problemsOf } from "../../yaml/findings.ts";
import { type FileReading, keyPosition, note } from "../../yaml/issue-reporter.ts";
import { readOneMap } from "../../yaml/one-map.ts";
import { guardedFields } from "../../yaml/schema-fields.ts";
import { explain } from "../../yaml/schema-issues.ts";
import { policySettingsOf } from "../policies/settings.ts";
import type { WrittenHealth } from "./health-schema.ts";
import { aboutKey, notifyOf } from "./notify.ts";
import { projectSchema, writtenProjectSchema } from "./project-schema.ts";
import { serveSettingsOf } from "./serve-schema.ts";
import { target } from "./target.ts";
import { checkReferences } from "./unknown-names.ts";
import { desiredSettings } from "./variables.ts";

/** The input for loading a project. `folder` is the absolute path of the file's folder. */
export interface ProjectInput {
  readonly file: SourceText;
  readonly folder: string;
  readonly drivers: readonly Driver[];
}

/** A secret reference in a target's credential, or in the key of a webhook. It is resolved later. */
interface CredentialReference {
  readonly reference: string;
  /** The target; absent for a webhook. */
  readonly target?: string;
  /** A pointer from the top of the file: `/targets/cloud/credential/apiKey`. */
  readonly path: Pointer;
  readonly at: SourcePosition;
}

/** The result. There is a project unless one of the problems is an error. Warnings do not prevent it. */
export interface LoadedProject {
  readonly project?: Project;
  readonly problems: readonly Problem[];
  readonly references: readonly CredentialReference[];
  /** The key for secret fingerprints, if one is configured. */
  readonly fingerprintKey?: Omit<CredentialReference, "target">;
}

/** Loads a project file, and reports every problem at once. Never throws for user errors. */
export function loadProject(input: ProjectInput): LoadedProject {
  const { findings, reading } = readOneMap(input.file, {
    message: "the project file must be one map",
    hint: "To create a project file, run `trueup init`.",
  });
  const project = reading && read(reading, input);
  const problems = problemsOf(findings, [
    "secret",
    "key",
    // Collecting all names of credential fields reads catalogs that may not be needed otherwise. It is done only if
    // there are errors.
    ...(findings.length === 0 ? [] : input.drivers.flatMap((driver) => guardedFields(driver.credential))),
  ]);
  const references =
    reading && project ? [...credentialsOf(reading, project), ...keysOf(reading, project)] : [];
  const failed = problems.some((problem) => problem.severity === "error");
  const key = reading && project?.fingerprintKey && keyOf(reading, project.fingerprintKey);
  return {
    ...(project && !failed ? { project } : {}),
    problems,
    references,
    ...(key && { fingerprintKey: key }),
  };
}

function read(reading: FileReading, input: ProjectInput): Project | undefined {
  const written = writtenProjectSchema(reading.value).safeParse(reading.value, { jitless: true });
  const checked = written.success ? written : projectSchema.safeParse(reading.value, { jitless: true });
  if (!checked.success) {
    const of = { schema: projectSchema, value: reading.value, title: "trueup.yaml", beside: [] };
    note(reading, [], explain(checked.error.issues, of).map(aboutKey));
  }
  const declared: Json = reading.value.targets ?? null;
  const targets = new Map<string, Target>();
  for (const [name, value] of Object.entries(isObject(declared) ? declared : {})) {
    if (!isObject(value)) continue;
    const made = target(reading, { name, value, folder: input.folder, drivers: input.drivers });
    if (made) targets.set(name, made);
  }
  if (!checked.success) return undefined;
  const { version, environment, secrets, ...more } = checked.data;
  const { allow: secretsAllowed = [], fingerprintKey } = secrets ?? {};
  const {
    prune,
    retryUnseen,
    ignore,
    freeze,
    waves,
    git: gitSettings,
    notify: notifyOptions,
    policies,
    serve,
  } = more;
  const health = more.health && settingsOf(more.health);
  checkReferences(reading, { freeze: freeze ?? [], health, waves: waves ?? [], targets });
  const { drivers, folder } = input;
  const among = { targets, known: Object.keys(isObject(declared) ? declared : {}), drivers, folder };
  const notify = notifyOptions && notifyOf(reading, notifyOptions, among);
  return {
    version,
    environment,
    folder: input.folder,
    ...desiredSettings(reading, more),
    targets,
    secretsAllowed,
    ...(fingerprintKey && { fingerprintKey }),
    ...(prune !== undefined && { prune }),
    ...(retryUnseen !== undefined && { retryUnseen }),
    ...(ignore && { ignore }),
    ...(freeze && { freeze }),
    ...(health && { health }),
    ...(waves && { waves }),
    ...(gitSettings && { git: gitSettings }),
    ...(more.history && { history: more.history }),
    ...(notify && { notify }),
    ...(policies && { policySettings: policySettingsOf(reading, policies) }),
    ...(serve && { serve: serveSettingsOf(serve) }),
  };
}

/** Returns the health settings, with defaults for missing ones. */
function settingsOf(written: WrittenHealth): HealthSettings {
  const { controller, bound, scale: [worst = 0, best = 100] = [], settleSeconds = 60 } = written;
  const { sites = {}, exempt = [] } = written;
  return { controller, bound, scale: [worst, best], settleSeconds, sites, exempt };
}

function keyOf(reading: FileReading, { secret }: SecretReference): Omit<CredentialReference, "target"> {
  const path = ["secrets", "fingerprintKey"];
  const at = keyPosition(reading, path);
  return { reference: secret, path: pointer(path), at };
}

function credentialsOf(reading: FileReading, { targets }: Project): readonly CredentialReference[] {
  return [...targets.values()].flatMap((each) => referencesOf(reading, each));
}

function keysOf(reading: FileReading, { notify = [] }: Project): readonly CredentialReference[] {
  return notify.flatMap((each, index) => {
    if (!("webhook" in each)) return [];
    const path = ["notify", String(index), "key"];
    const at = keyPosition(reading, path);
    return [{ reference: each.key.secret, path: pointer(path), at }];
  });
}

function referencesOf(reading: FileReading, of: Target): readonly CredentialReference[] {
  const devices = Object.entries(of.devices ?? {}).flatMap(([host, { credential }]) =>
    credential ? referencesIn(reading, of, { credential, at: ["devices", host, "credential"] }) : [],
  );
  return [...referencesIn(reading, of, { credential: of.credential, at: ["credential"] }), ...devices];
}

/**
 * A target's credential and its position. If the target refers to a credential by name, problems are reported at this
 * name.
 */
interface PlacedCredential {
  readonly credential: Target["credential"];
  readonly at: readonly string[];
}

function referencesIn(
  reading: FileReading,
  of: Target,
  { credential, at: own }: PlacedCredential,
): readonly CredentialReference[] {
  return Object.entries(credential).flatMap(([field, value]) => {
    if (!isSecretReference(typeof value === "string" ? value : { ...value })) return [];
    const path = ["targets", of.name, ...own, field];
    const at = keyPosition(reading, path);
    return typeof value === "string"
      ? []
      : [{ reference: value.secret, target: of.name, path: pointer(path), at }];
  });
}
