/**
 * A fictional product that carries out each create as a task. Its server forgets some tasks, and shows some created
 * objects late.
 */

import { kindFile } from "../../../../src/catalog/schema/kind.ts";
import { productFile } from "../../../../src/catalog/schema/product.ts";
import { driversWith } from "../../../../src/drivers/index.ts";
import { isObject, type Json } from "../../../../src/model/json.ts";
import type { Wire, WireReply } from "../../../../src/model/wire.ts";
import { revealed } from "../../../servers/scripted-wire.ts";

/** How the next run finds the task of an earlier run. A `running` task does not end before the timeout. */
export type Fate = "done" | "failed" | "gone" | "running";

/** The drawn properties of a task. */
export interface DrawnTask {
  readonly fate: Fate;
  /** How long after the first poll the server reports the end of the task. */
  readonly endsMs: number;
  /** How long after its end a task's object becomes visible. If undefined, the task never creates an object. */
  readonly showsMs: number | undefined;
}

interface Begun {
  readonly id: string;
  readonly name: string;
  readonly run: number;
  drawn: DrawnTask;
  /** When a later run first polled the task. */
  askedAt?: number;
}

/** A create that arrived. */
interface Posted {
  readonly name: string;
  readonly run: number;
  readonly at: number;
}

const withinSeconds = 60;

/** A task that is done at once, and whose object is visible at once. */
const plain: DrawnTask = { fate: "done", endsMs: 0, showsMs: 0 };

/** The server, which outlives the runs that talk to it. */
export class Campus {
  readonly posted: Posted[] = [];
  readonly begun: Begun[] = [];
  readonly #drawn: (name: string) => DrawnTask;
  /** The number of the current run, from 0. The tasks of the first run do not end before that run has ended. */
  run = 0;
  now: () => number = () => 0;

  constructor(drawn: (name: string) => DrawnTask) {
    this.#drawn = drawn;
  }

  /** Lets all tasks of the first run succeed at once, except those in `known`. */
  settle(known: ReadonlySet<string>): void {
    for (const one of this.begun) if (!known.has(one.id)) Object.assign(one, { drawn: plain, askedAt: 0 });
  }

  /** Returns the objects that exist now. */
  things(): readonly Begun[] {
    return this.begun.filter((one) => {
      const { endsMs, showsMs } = one.drawn;
      return (
        showsMs !== undefined && one.askedAt !== undefined && this.now() >= one.askedAt + endsMs + showsMs
      );
    });
  }

  readonly wire: Wire = {
    send: async ({ method, url, body, ...request }) => {
      const held = method === "POST" ? await request.leaving?.() : undefined;
      if (held) return { outcome: "blocked", problem: held };
      const [, section, id] = new URL(url).pathname.split("/");
      if (section === "tasks") return this.#ask(id ?? "");
      if (method === "GET")
        return reply(
          200,
          this.things().map((one) => ({ id: `of-${one.id}`, name: one.name })),
        );
      const sent: Json = JSON.parse(JSON.stringify(revealed(body) ?? {}));
      const name = isObject(sent) ? String(sent.name) : "";
      this.posted.push({ name, run: this.run, at: this.now() });
      const task = { id: `t${this.begun.length}`, name, run: this.run };
      this.begun.push(
        this.run === 0
          ? { ...task, drawn: this.#drawn(name) }
          : { ...task, drawn: plain, askedAt: this.now() },
      );
      return reply(202, { task: task.id });
    },
  };

  #ask(id: string): WireReply {
    const one = this.begun.find((each) => each.id === id);
    if (!one) return reply(404, {});
    if (one.run === this.run && one.drawn !== plain) return reply(200, { state: "running" });
    one.askedAt ??= this.now();
    const { fate, endsMs } = one.drawn;
    if (fate === "running" || this.now() < one.askedAt + endsMs) return reply(200, { state: "running" });
    if (fate === "gone") return reply(404, { error: "there is no such task" });
    return reply(200, fate === "failed" ? { state: "failed", why: "no room" } : { state: "done" });
  }
}

function reply(status: number, body: Json): WireReply {
  const headers = { "content-type": "application/json" };
  return { outcome: "answered", status, headers, text: JSON.stringify(body) };
}

const product = productFile.parse({
  ...{ product: "grounds", title: "Grounds", interface: "controller", basePath: "" },
  authentication: { by: "basic" },
  limits: { requestsPerSecond: 50, concurrency: 4 },
  replies: [
    { status: "2xx", means: "accepted" },
    { status: "4xx", means: "refused" },
    { status: "5xx", means: "lost" },
  ],
  task: {
    ...{ id: "task", path: "/tasks/{task}", reason: "why", timeoutSeconds: withinSeconds, everySeconds: 5 },
    done: { at: "state", is: ["done"] },
    failed: { at: "state", is: ["failed"] },
  },
  checks: ["site"],
});
const site = kindFile.parse({
  ...{ kind: "site", title: "site", section: "sites", form: "collection", id: "id", list: "/sites" },
  ...{ create: "POST /sites", fields: { name: { type: "string" } }, source: "made up", verified: "assumed" },
});

/** The drivers, among them that of the fictional product. */
export const drivers = driversWith({
  names: [{ product: "grounds", interface: "controller" }],
  read: () => ({ product, kinds: [site] }),
});

/** The project file for the fictional product. */
export const project = `version: 1
environment: virtual
targets:
  grounds:
    interface: controller
    dialect: grounds
    url: https://grounds.example.net
    credential: { username: someone, password: { secret: env:PASSWORD } }
`;
