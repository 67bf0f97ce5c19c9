/** The jobs of GitHub workflows that run trueup: each job's permissions, and its secrets. */

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { readText } from "../../runtime/files/files.ts";

const level = z.union([z.string(), z.record(z.string(), z.string())]);
const variables = z.record(z.string(), z.unknown());
const workflow = z.object({
  permissions: level.optional(),
  env: variables.optional(),
  jobs: z.record(
    z.string(),
    z.object({
      permissions: level.optional(),
      env: variables.optional(),
      strategy: z.object({ matrix: z.unknown().optional() }).optional(),
      /** The workflow that a job calls. */
      uses: z.string().optional(),
      with: variables.optional(),
      steps: z
        .array(
          z.object({
            uses: z.string().optional(),
            run: z.string().optional(),
            with: variables.optional(),
            env: variables.optional(),
          }),
        )
        .optional(),
    }),
  ),
});

/** A step that runs trueup. */
export interface TrueupStep {
  readonly file: string;
  readonly job: string;
  /** The command that the step runs, such as `plan` or `apply`. */
  readonly command: string;
  /** The permissions of the job's token, by name; undefined if the file defines none. */
  readonly permissions: Readonly<Record<string, string>> | "all" | undefined;
  /** The names of the secrets that the step gets; `all` for all of the repository's secrets. */
  readonly secrets: ReadonlySet<string> | "all";
  /** The environments for which the step runs; empty if it names none. */
  readonly environments: readonly string[];
}

/** A job that calls a workflow of this repository, with the environments that it passes. */
interface Call {
  readonly file: string;
  readonly environments: readonly string[];
}

const folder = ".github/workflows";
const filesMax = 100;

/** Every step that runs trueup, and the files that could not be read. */
export async function trueupSteps(
  top: string,
): Promise<{ readonly steps: readonly TrueupStep[]; readonly unread: readonly string[] }> {
  const names = await readdir(join(top, folder)).catch(() => []);
  const files = names.filter((name) => /\.ya?ml$/.test(name)).sort();
  const read = await Promise.all(
    files.slice(0, filesMax).map((name) => stepsIn(join(top, folder, name), name)),
  );
  const calls = read.flatMap((each) => each?.calls ?? []);
  return {
    steps: read.flatMap((each) => each?.steps ?? []).map((step) => handedOver(step, calls)),
    unread: files.filter((_, index) => index < filesMax && read[index] === undefined),
  };
}

/**
 * Returns the step. If its environments come from calling workflows, it gets the environments that the callers pass.
 */
function handedOver(step: TrueupStep, calls: readonly Call[]): TrueupStep {
  if (!step.environments.includes(ofCaller)) return step;
  const given = calls.filter(({ file }) => file === step.file).flatMap(({ environments }) => environments);
  return { ...step, environments: [...new Set(given)] };
}

async function stepsIn(
  path: string,
  file: string,
): Promise<{ readonly steps: readonly TrueupStep[]; readonly calls: readonly Call[] } | undefined> {
  const text = await readText(path, file);
  if ("problem" in text) return undefined;
  const { data } = workflow.safeParse(parsed(text.file.text));
  if (!data) return undefined;
  const calls = Object.values(data.jobs).flatMap(({ uses = "", strategy, with: given = {} }) => {
    const [, called] = /^\.\/\.github\/workflows\/([^/]+)$/.exec(uses) ?? [];
    return called === undefined
      ? []
      : [{ file: called, environments: environmentsOf(given.environment, strategy?.matrix) }];
  });
  const steps = Object.entries(data.jobs).flatMap(([job, { permissions, env, strategy, steps = [] }]) =>
    steps.flatMap((step) => {
      const command = commandOf(step);
      if (command === undefined) return [];
      const may = permissionsOf(permissions ?? data.permissions);
      const names = { ...data.env, ...env, ...step.env };
      const isWhole = [step.with?.secrets, names.TRUEUP_SECRETS].some((value) =>
        /toJSON\(secrets\)/i.test(String(value)),
      );
      const secrets: TrueupStep["secrets"] = isWhole ? "all" : new Set(Object.keys(names));
      const named = step.with?.environment ?? names.TRUEUP_ENVIRONMENT ?? optionIn(step.run);
      const environments = environmentsOf(named, strategy?.matrix);
      return [{ file, job, command, permissions: may, secrets, environments }];
    }),
  );
  return { steps, calls };
}

/** The placeholder for a step's environments, if a calling workflow passes them. */
const ofCaller = "${{ inputs.environment }}";

/** Returns the name of an environment, or all names in the list to which `${{ matrix.NAME }}` refers. */
function environmentsOf(named: unknown, matrix: unknown): readonly string[] {
  if (named === undefined || named === null || named === "") return [];
  const [, key] = /^\$\{\{ *matrix\.([\w-]+) *\}\}$/.exec(String(named)) ?? [];
  if (key === undefined) return [String(named)];
  const { data = {} } = z.record(z.string(), z.unknown()).safeParse(matrix);
  const list = z.array(z.union([z.string(), z.number()])).safeParse(data[key]);
  return (list.data ?? []).map(String);
}

/**
 * The value of `--environment`: `staging` in `trueup --environment staging plan`. Undefined if the command has no such
 * option.
 */
function optionIn(run: string | undefined): string | undefined {
  return /\btrueup\b.*? --environment[ =](\S+)/.exec(run ?? "")?.[1];
}

function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function commandOf(step: {
  readonly uses?: string | undefined;
  readonly run?: string | undefined;
  readonly with?: Readonly<Record<string, unknown>> | undefined;
}): string | undefined {
  const isAction = /(?:^|\/)\.?trueup(?:\/action)?(?:@|$)|^\.\/action$/.test(step.uses ?? "");
  if (isAction) return String(step.with?.command ?? "");
  return /(?:^|[\s;&|(])trueup (?:--environment[ =]\S+ )?(plan|apply|drift|observe|comment|issue)\b/m.exec(
    step.run ?? "",
  )?.[1];
}

function permissionsOf(given: z.infer<typeof level> | undefined): TrueupStep["permissions"] {
  if (given === "write-all") return "all";
  return typeof given === "string" ? {} : given;
}
