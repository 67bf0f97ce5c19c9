/** A code host with some comments. It records writes. */

import { createServer } from "node:http";
import { onTestFinished } from "vitest";
import { trueup } from "../cli/command.ts";

/** A write of `trueup comment`: the request as `POST /path` or `PATCH /path`, and the body of the comment. */
export interface WrittenComment {
  readonly request: string;
  readonly body: string;
}

/**
 * Runs `trueup comment` in a folder. The pull request already has these comments, which the token's account has
 * written.
 */
export async function comment(
  cwd: string,
  args: readonly string[],
  comments: readonly string[] = [],
): Promise<WrittenComment> {
  const written: WrittenComment[] = [];
  const there = comments.map((body, at) => ({ id: at + 1, user: { login: "github-actions[bot]" }, body }));
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () => {
      const reads = request.method === "GET";
      if (!reads) written.push({ request: `${request.method} ${request.url}`, body: JSON.parse(text).body });
      response.statusCode = request.method === "POST" ? 201 : request.url === "/user" ? 403 : 200;
      response.end(reads ? JSON.stringify(there) : "{}");
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const env = {
    GITHUB_REPOSITORY: "acme/network",
    GITHUB_REF: "refs/pull/7/merge",
    GITHUB_API_URL: `http://127.0.0.1:${port}`,
    GITHUB_TOKEN: "canary-token-1",
  };
  const ended = await trueup(["comment", ...args], { cwd, env });
  const [one, ...more] = written;
  if (ended.status !== 0 || !one || more.length > 0)
    throw new Error(`no one comment was written: ${ended.err}`);
  return one;
}
