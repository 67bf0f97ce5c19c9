/** `trueup --server URL status`: lists the environments that a server follows, the worst first. */

import type { Problem } from "../../model/problem.ts";
import { resultIn } from "../../report/formats/registry.ts";
import { visible } from "../../report/text/escape.ts";
import { nameShown } from "../../report/text/value.ts";
import type { Cli } from "../cli.ts";
import type { StatusOptions } from "../options/status-options.ts";
import { environmentsSchema, onlyHere, refuse, type ServerApi, withServer } from "./connection.ts";

type Environments = NonNullable<ReturnType<(typeof environmentsSchema)["parse"]>>;

/**
 * Exit status: 0; 1 if an environment is failing, or the server cannot be reached. The server returns the worst
 * environments first, page by page.
 */
export async function runServerStatus(cli: Cli, options: StatusOptions): Promise<number> {
  const wrong = onlyHere({ ...options }, ["format", "all"]);
  if (wrong) return refuse(cli, wrong);
  const isJson = options.format === "json";
  return withServer(cli, async (api) => {
    const found = await (isJson || options.all
      ? allPages(api)
      : api.get("/environments", environmentsSchema));
    if ("problem" in found) return refuse(cli, found.problem);
    const { items, total } = found.value;
    const more =
      total > items.length
        ? `and ${total - items.length} more, none in a worse state: --all shows them\n`
        : "";
    const text = () => `${items.map((one) => environmentText(cli, one)).join("\n")}\n${more}`;
    const document = () => ({ format: "trueup.environments", version: 1, environments: items, total });
    cli.out(resultIn(isJson ? "json" : "text", { text, document }));
    return items.some(({ state }) => state === "failing") ? 1 : 0;
  });
}

/** The maximum number of pages requested. */
const mostPages = 1000;

/** All environments of a server. An environment that moves to another page meanwhile is listed once. */
async function allPages(
  api: ServerApi,
): Promise<{ readonly value: Environments } | { readonly problem: Problem }> {
  const all = new Map<string, Environments["items"][number]>();
  let last: Environments = { items: [], total: 0 };
  for (let page = 1; page <= mostPages; page += 1) {
    const found = await api.get(`/environments?page=${page}`, environmentsSchema);
    if ("problem" in found) return found;
    last = found.value;
    const known = all.size;
    for (const one of last.items) if (!all.has(one.id)) all.set(one.id, one);
    // Beyond the last page, the server returns the last page again.
    if (all.size >= last.total || all.size === known) break;
  }
  return { value: { ...last, items: [...all.values()], total: Math.max(all.size, last.total) } };
}

function environmentText(cli: Cli, one: Environments["items"][number]): string {
  const { id, state, reasons, counts = {}, observedAt } = one;
  const { drifted = 0, conflicts = 0, pending = 0, unknown = 0 } = counts;
  const all = { conflicts, drifted, pending, unknown };
  const differs = Object.entries(all).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
  const { green, red, yellow, bold, dim } = cli.style;
  const mark = state === "inSync" ? green : ["failing", "blocked"].includes(state) ? red : yellow;
  const head = `${mark(visible(state).padEnd(8))}  ${bold(nameShown(id))}  ${differs.join(", ")}`;
  const why = reasons.map(({ message }) => `          ${visible(message)}`);
  const observed = observedAt === undefined ? "never observed" : `observed ${visible(observedAt)}`;
  return [head.trimEnd(), ...why, dim(`          ${observed}`)].join("\n");
}
