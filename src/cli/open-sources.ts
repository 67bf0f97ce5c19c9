/** Opens sources of rows: their tokens, and a paced wire for each, which contacts only its own host. Sends nothing. */

import { hasErrors, type Problem } from "../model/problem.ts";
import type { Endpoint } from "../model/project.ts";
import { pacedWire } from "../pace/wire.ts";
import type { OpenSource } from "../pull/read-rows.ts";
import { isSecondForm } from "../pull/requests.ts";
import type { Source } from "../pull/sources.ts";
import { clock } from "../runtime/clock.ts";
import { httpWire } from "../runtime/http/http.ts";
import { openLog } from "../runtime/log.ts";
import { random } from "../runtime/random.ts";
import { withPooledSecrets } from "../runtime/secrets/secret-pool.ts";
import { openSecrets } from "../runtime/secrets/secrets.ts";
import { budgetsOf } from "./budgets.ts";
import type { Cli } from "./cli.ts";

/** Sources that are ready to be read. */
export interface OpenedSources {
  readonly open: readonly OpenSource[];
  readonly problems: readonly Problem[];
  close(): Promise<void>;
}

/** Opens the sources, or none of them if a token cannot be opened. `folder`: the base of relative secret paths. */
export async function openSources(
  cli: Cli,
  folder: string,
  sources: readonly Source[],
): Promise<OpenedSources> {
  const wanted = sources.flatMap(({ token, tokenAt: at }) =>
    token ? [{ reference: token.secret, at }] : [],
  );
  const opened = await openSecrets({ wanted, folder, env: withPooledSecrets(cli.env) });
  const problems = opened.flatMap(({ problem }) => problem ?? []);
  cli.secrets.learn(opened.flatMap(({ secret }) => secret?.reveal() ?? []));
  if (hasErrors(problems)) return { open: [], problems, close: async () => undefined };
  const secrets = new Map(opened.map(({ reference, secret }) => [reference, secret]));
  const log = openLog({ ...cli.log, secrets: cli.secrets });
  const budgets = budgetsOf(cli).open();
  const wires = sources.map((source) => httpWire(endpointOf(source), log, { secrets: cli.secrets }));
  const open = sources.map((source, index): OpenSource => {
    const secret = source.token && secrets.get(source.token.secret);
    const { name: target, requestsPerSecond } = source;
    const inner = wires[index]?.wire ?? missing();
    const budget = (key: string) => budgets.of(key, requestsPerSecond);
    const listener = (event: { readonly type: string }) => {
      if (event.type === "waiting") log.info("waiting", { source: target });
    };
    return {
      source,
      wire: pacedWire({ target, budget, clock, random, listener, log }, inner),
      token: secret && { secret, isSecondForm: isSecondForm(secret.reveal()) },
    };
  });
  const close = async () => {
    budgets.close();
    await Promise.all(wires.map((wire) => wire.close()));
  };
  return { open, problems, close };
}

function missing(): never {
  throw new Error("a source has a wire");
}

function endpointOf({ name, url, ca, timeoutSeconds }: Source): Endpoint {
  return {
    name,
    url,
    hosts: [],
    tls: ca === undefined ? {} : { ca },
    limits: timeoutSeconds === undefined ? {} : { timeoutSeconds },
  };
}
