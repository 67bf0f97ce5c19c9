/**
 * A server that answers polls of its tasks with a request for a long pause. The run ends within the task's time limit.
 */

import { expect, test } from "vitest";
import { emptyCompany } from "../../src/simulator/company.ts";
import { stage } from "../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  campus:
    interface: controller
    dialect: catalyst-center
    url: https://campus.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
secrets: { allow: ["env:*_PSK"] }
`;
const declared = `target: campus
areas:
  europe: { name: Europe, parent: global }
  global: { name: Global }
`;
test.each([
  ["longer than any that is waited for", 100_000],
  ["as long as a task may take", 600],
  ["that ends within the time of a task, again and again", 350],
])(
  "a pause %s holds a run up for no longer than the task may take, and the run says so",
  async (_, seconds) => {
    const files = { "desired-state/areas.yaml": declared };
    const settings = { controllerMode: "catalyst-center" } as const;
    const on = stage({ files, project, seed: emptyCompany(), settings });
    const made = await on.plan();
    const headers = { "retry-after": String(seconds) };
    on.network.fault({ path: "*/task/*", times: 1000, effect: { kind: "answer", status: 429, headers } });
    const begun = on.clock.now();
    const { settled } = await on.apply(made);
    expect(settled.map(({ outcome }) => outcome)).toMatchObject([
      {
        state: "unknown",
        problem: {
          code: "task-unknown",
          message: expect.stringMatching(/has not ended within 600 s: .*(?:429|not answered)/),
        },
      },
    ]);
    // The run takes up to 600 s for the task, 10 s for an answer in flight, and the time for reads before and after the
    // task.
    expect((on.clock.now() - begun) / 1000).toBeLessThan(640);
    expect(
      on.network.log().filter(({ method, path }) => method === "POST" && path.endsWith("/areas")),
    ).toHaveLength(1);
  },
);
