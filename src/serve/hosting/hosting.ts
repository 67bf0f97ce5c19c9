/** Updates repository hosts that have a token: plans of pull requests as comments, drift as an issue. */

import { makeFolder } from "../../runtime/files/folders.ts";
import { reloadedSecret } from "../../runtime/serving/reloaded-secret.ts";
import { loopSettingsOf } from "../config/loop-settings.ts";
import type { ServeConfig } from "../config/serve-config.ts";
import { HostedRepository, type HostingPorts } from "./hosted-repository.ts";

/** Updates all hosts until it is closed. */
export interface RunningHosting {
  /** A webhook reported a change of a pull request in this repository. */
  proposed(repository: string): void;
  /** A webhook reported a comment; `event` is its content. */
  commented(repository: string, event: string): void;
  /** Stops; resolves when nothing is running any more. */
  close(): Promise<void>;
}

/** Starts updating the hosts. */
export async function startHosting(
  config: Pick<ServeConfig, "data" | "folder" | "repositories">,
  on: HostingPorts,
): Promise<RunningHosting> {
  const ended = new AbortController();
  const all = new Map<string, HostedRepository>();
  const { data, folder, repositories } = config;
  const projects = new Map(
    loopSettingsOf(config, on.env).repositories.map((each) => [each.name, each.projects] as const),
  );
  for (const { name, url, host, fetchMs: everyMs } of repositories) {
    if (!host) continue;
    const failed = (problem: { readonly message: string }) =>
      on.log.warn("a host's token cannot be read", { repository: name, problem: problem.message });
    const { env, secrets } = on;
    const now = () => on.world.clock.now();
    const own = `${data}/repositories/${encodeURIComponent(name)}`;
    const ownFolder = `${own}/proposals`;
    await makeFolder(ownFolder, 0o700);
    const secretsOf = (branch: string, file: string) =>
      projects.get(name)?.find((one) => one.branch === branch && one.projectFile === file)?.secrets;
    const token = reloadedSecret(host.token.secret, { folder, env, secrets, now, failed });
    const of = { name, url, host, token, everyMs, cloneFolder: `${own}/clone`, ownFolder, secretsOf };
    all.set(name, new HostedRepository(of, on));
  }
  const seen = new Map<string, unknown>();
  const stop = on.served.listen((id) => {
    const { repository = "", look, commit, read } = on.served.find(id) ?? {};
    const words = `${commit?.id} ${look?.observedAt} ${look?.plan.fingerprint} ${read !== undefined}`;
    if (seen.get(id) === words) return;
    seen.set(id, words);
    all.get(repository)?.wake();
  });
  const runs = [...all.values()].map((one) => one.run(ended.signal));
  return {
    proposed: (repository) => all.get(repository)?.moved(),
    commented: (repository, event) => all.get(repository)?.commented(event),
    close: async () => {
      stop();
      ended.abort(new Error("the server ends"));
      for (const one of all.values()) one.wake();
      await Promise.all(runs);
    },
  };
}
