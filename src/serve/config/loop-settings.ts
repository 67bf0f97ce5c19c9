/** The part of a server's configuration that the loop gets: the followed projects, and which secrets each may open. */

import type { ServeConfig } from "./serve-config.ts";

/** The settings for each project file on each branch of each repository. */
export function loopSettingsOf(
  { data, repositories }: Pick<ServeConfig, "data" | "repositories">,
  env: Readonly<Record<string, string | undefined>>,
) {
  return {
    dataFolder: data,
    repositories: repositories.map(({ name, url, fetchMs, branches, pages }) => ({
      name,
      url,
      fetchEveryMs: fetchMs,
      pages,
      projects: branches.flatMap((branch) =>
        branch.projects.map(({ file, secrets, command }) => ({
          branch: branch.name,
          projectFile: file,
          secrets: { allow: secrets, commands: command, env },
        })),
      ),
    })),
  };
}
