/** Schemas of health and waves in `trueup.yaml`. */

import { z } from "zod";

const name = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/,
    "must be at most 63 letters, digits, `.`, `_` and `-`, beginning with a letter or digit",
  );

const site = z.string().min(1).describe("A site of the controller, by its name.");

/** The settings that decide when health holds changes back. */
export const healthSchema = z
  .strictObject({
    controller: z.string().min(1).describe("The target whose controller interface is queried."),
    bound: z.number().describe("The lowest health of a site at which its changes are applied."),
    scale: z
      .array(z.number())
      .length(2)
      .exactOptional()
      .describe("The worst and the best possible health. Default: [0, 100]."),
    settleSeconds: z
      .number()
      .min(0)
      .max(86_400)
      .exactOptional()
      .describe("How long to wait after writes before health is read again. Default 60."),
    sites: z
      .record(z.string(), site)
      .exactOptional()
      .describe("For each target: the site of its resources that do not name a site."),
    exempt: z
      .array(z.string())
      .exactOptional()
      .describe("Targets whose changes health does not hold back. Default: none."),
  })
  .refine(({ scale: [worst = 0, best = 100] = [] }) => worst < best, {
    path: ["scale"],
    error: "must begin with the lower number",
  })
  .refine(({ bound, scale: [worst = 0, best = 100] = [] }) => bound >= worst && bound <= best, {
    path: ["bound"],
    error: "must be within `scale`",
  })
  .describe("When the health of sites and devices holds changes back. Default: never.");

/** The setting `health` as written. */
export type WrittenHealth = z.infer<typeof healthSchema>;

const wave = z
  .strictObject({
    name: name.describe("The wave's name in plans and messages."),
    sites: z.array(site).min(1).exactOptional().describe("The wave contains the resources of these sites."),
    tags: z
      .array(z.string().min(1))
      .min(1)
      .exactOptional()
      .describe("The wave contains the networks with one of these tags."),
    keys: z
      .array(z.string().min(1))
      .min(1)
      .exactOptional()
      .describe("The wave contains resources whose key, or whose parent's key, matches one of these globs."),
  })
  .refine(({ sites, tags, keys }) => sites ?? tags ?? keys, {
    error: "must have `sites`, `tags` or `keys`",
  });

/** The waves: the order in which changes are carried out. */
export const wavesSchema = z
  .array(wave)
  .min(1)
  .describe("The waves, in the order in which their changes are applied. Resources in no wave come last.");
