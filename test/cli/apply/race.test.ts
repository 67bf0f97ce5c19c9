/** Two applies begin at once from two clones. Each time, one of them runs, and the other reports that it cannot. */

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { git, put, remoteOf, repository, shallowClone } from "../../git/repositories.ts";
import { times } from "../../long-forms.ts";
import { trueupProcess } from "../command.ts";
import type { Ended } from "../commands-here.ts";

const rounds = times("races");
const network = { id: "N1", name: "Berlin Office", timeZone: "Europe/Berlin", tags: [] };

/** Starts a dashboard that makes a run wait at its first request until the test lets it continue. */
async function gate() {
  const waiting: ServerResponse[] = [];
  const answer = (response: ServerResponse, body: unknown) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    if (request.url?.endsWith("/organizations")) waiting.push(response);
    else answer(response, [network]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const open = () => {
    for (const response of waiting.splice(0)) answer(response, [{ id: "O1", name: "Acme" }]);
  };
  return { port, waiting, open };
}

const project = (port: number) => `version: 1
environment: test
targets:
  cloud:
    interface: dashboard
    url: http://127.0.0.1:${port}
    credential: { apiKey: { secret: env:DASHBOARD_API_KEY } }
    limits: { requestsPerSecond: 1000 }
`;

const desired = `target: cloud
organization: Acme
networks:
  berlin: { name: Berlin Office, timeZone: Europe/Berlin }
`;

describe("two applies from two clones that begin at once", () => {
  test(`run one at a time, ${rounds} times out of ${rounds}`, async () => {
    const at = await gate();
    const origin = repository({ "trueup.yaml": project(at.port), ".gitignore": ".trueup/\n" });
    put(origin, { "desired-state/a.yaml": desired });
    git(origin, "add", "-A");
    git(origin, "commit", "-qm", "state");
    const { path: remote, url } = remoteOf(origin);
    const clones = [shallowClone(url), shallowClone(url)];
    const winners = new Set<number>();
    // If the same run always won, there would be no race. So the loop continues until each run has won once.
    for (let round = 0; round < rounds || (winners.size < 2 && round < 100); round += 1) {
      const runs = clones.map((cwd) => trueupProcess(["apply", "--yes"], { cwd }));
      const first = await Promise.race(runs);
      expect(first.status, `round ${round}: ${first.err}`).toBe(4);
      expect(first.err).toMatch(/Refused: test is locked by .+, since /);
      // Only the run that holds the lock sends a request.
      while (at.waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
      expect(at.waiting).toHaveLength(1);
      at.open();
      const ended: readonly Ended[] = await Promise.all(runs);
      expect(ended.map(({ status }) => status).sort()).toEqual([0, 4]);
      winners.add(ended.findIndex(({ status }) => status === 0));
      expect(git(remote, "for-each-ref", "refs/trueup/test/lock")).toBe("");
    }
    expect(winners.size).toBe(2);
  }, 1_200_000);
});
