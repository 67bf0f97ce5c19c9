/** `trueup --server URL status`: the environments that a server follows, the worst first. */

import { resultIn } from "../../report/formats/registry.ts";
import { visible } from "../../report/text/escape.ts";
import { nameShown } from "../../report/text/value.ts";
import type { Cli } from "../cli.ts";
import type { StatusOptions } from "../options/status-options.ts";
import { environmentsSchema, onlyHere, refuse, withServer } from "./connection.ts";

/** 0; 1 where one is failing, or the server cannot be asked. */
export async function runServerStatus(cli: Cli, options: StatusOptions): Promise<number> {
  const wrong = onlyHere({ ...options }, ["format"]);
  if (wrong) return refuse(cli, wrong);
  return withServer(cli, async (api) => {
    const found = await api.get("/environments", environmentsSchema);
    if ("problem" in found) return refuse(cli, found.problem);
    const { items, total } = found.value;
    const rows = items.map(({ id, state, reasons, counts = {}, observedAt = "never" }) => {
      const { drifted = 0, conflicts = 0, pending = 0, unknown = 0 } = counts;
      const all = { conflicts, drifted, pending, unknown };
      const differs = Object.entries(all).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
      const mark =
        state === "inSync"
          ? cli.style.green
          : ["failing", "blocked"].includes(state)
            ? cli.style.red
            : cli.style.yellow;
      const head = `${mark(visible(state).padEnd(8))}  ${cli.style.bold(nameShown(id))}  ${differs.join(", ")}`;
      const why = reasons.map(({ message }) => `          ${visible(message)}`);
      return [head.trimEnd(), ...why, cli.style.dim(`          looked ${visible(observedAt)}`)].join("\n");
    });
    const more = total > items.length ? `and ${total - items.length} more\n` : "";
    const text = () => `${rows.join("\n")}\n${more}`;
    const document = () => ({ format: "trueup.environments", version: 1, environments: items, total });
    cli.out(resultIn(options.format === "json" ? "json" : "text", { text, document }));
    return items.some(({ state }) => state === "failing") ? 1 : 0;
  });
}
