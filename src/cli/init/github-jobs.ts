/** The workflows of GitHub as far as they run trueup: each job's permissions, and which secrets reach it. */

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
  /** `plan`, `apply` ... */
  readonly command: string;
  /** What its token may, by name; undefined where the file names none. */
  readonly permissions: Readonly<Record<string, string>> | "all" | undefined;
  /** The names of the secrets that it gets; `all` of the repository. */
  readonly secrets: ReadonlySet<string> | "all";
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
  return {
    steps: read.flatMap((steps) => steps ?? []),
    unread: files.filter((_, index) => index < filesMax && read[index] === undefined),
  };
}

async function stepsIn(path: string, file: string): Promise<readonly TrueupStep[] | undefined> {
  const text = await readText(path, file);
  if ("problem" in text) return undefined;
  const { data } = workflow.safeParse(parsed(text.file.text));
  if (!data) return undefined;
  return Object.entries(data.jobs).flatMap(([job, { permissions, env, steps = [] }]) =>
    steps.flatMap((step) => {
      const command = commandOf(step);
      if (command === undefined) return [];
      const may = permissionsOf(permissions ?? data.permissions);
      const names = { ...data.env, ...env, ...step.env };
      const isWhole = [step.with?.secrets, names.TRUEUP_SECRETS].some((value) =>
        /toJSON\(secrets\)/i.test(String(value)),
      );
      return [
        { file, job, command, permissions: may, secrets: isWhole ? "all" : new Set(Object.keys(names)) },
      ];
    }),
  );
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
  return /(?:^|[\s;&|(])trueup (plan|apply|drift|observe|comment|issue)\b/m.exec(step.run ?? "")?.[1];
}

function permissionsOf(given: z.infer<typeof level> | undefined): TrueupStep["permissions"] {
  if (given === "write-all") return "all";
  return typeof given === "string" ? {} : given;
}
