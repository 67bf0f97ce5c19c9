import {
  type Channel,
  type ChannelRequest,
  type ChannelResult,
  type Channels,
  messageBytes,
} from "../../../src/model/channel.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { problem } from "../../../src/model/problem.ts";
import type { Target } from "../../../src/model/project.ts";
import { Secret } from "../../../src/model/secret.ts";
import type { Clock, Wire, WireReply, WireRequest } from "../../../src/model/wire.ts";
import { isSignature, openedBody, openedHeaders } from "../../../src/runtime/http/request-secrets.ts";
import { withClock } from "../../../src/runtime/http/signature.ts";
import { changedByOthers } from "../../../src/simulator/authors.ts";
import { elapsed } from "../../../src/simulator/elapsed.ts";
import { armed, type Fault } from "../../../src/simulator/faults.ts";
import type { LiveChange } from "../../../src/simulator/live-change.ts";
import { entriesOf, type LogEntry, logReport } from "../../../src/simulator/log.ts";
import {
  connect,
  disconnect,
  type NetconfResult,
  receive,
  type SentMessage,
} from "../../../src/simulator/netconf/netconf.ts";
import { respond } from "../../../src/simulator/respond.ts";
import type { RequestFacts, SimReply, SimRequest } from "../../../src/simulator/wire/message.ts";
import type { InterfaceName } from "../../../src/simulator/wire/served-names.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import { createWorld, type World, type WorldSeed } from "../../../src/simulator/world.ts";
import { machineText, worldPath } from "./calendar.ts";

/** How long a request and its answer travel, in virtual milliseconds. */
export interface Distance {
  readonly up: () => number;
  readonly down: () => number;
}

/** A request that has arrived, and its effect on the servers. Over NETCONF, a request is one rpc. */
export interface Arrival {
  readonly at: number;
  readonly request: RequestFacts & Pick<SimRequest, "origin">;
  readonly reply: Pick<SimReply, "status" | "headers" | "body" | "cut">;
  readonly before: World;
  readonly after: World;
}

/** A request in transit. */
interface OnItsWay {
  readonly at: number;
  readonly arrive: () => SimReply;
}

/** The simulated servers in virtual time, and wires to them without sockets. */
export class Network {
  world: World;
  /** Called for each request when the request has arrived. */
  witness: (arrival: Arrival) => void = () => {};
  /**
   * Returns the servers' state that a read sees. It may be an earlier state, because a list may be older than its
   * items.
   */
  shows: (world: World, request: SimRequest, at: number) => World = (world) => world;
  /** True for a request that stands for a server's own work long after its answer. No limiter counts such requests. */
  isOwnWork: (request: SimRequest) => boolean = () => false;
  /** How far the client's clock is ahead of the servers' clock. */
  skewMs = 0;
  readonly #clock: Clock;
  readonly #distance: Distance;
  readonly #underWay = new Set<OnItsWay>();

  constructor(of: {
    readonly seed: WorldSeed;
    readonly settings?: Partial<SimulatorSettings>;
    readonly clock: Clock;
    readonly distance?: Distance;
  }) {
    this.world = createWorld(of.seed, of.settings);
    this.#clock = of.clock;
    this.#distance = of.distance ?? { up: () => 5, down: () => 5 };
  }

  /** Makes a change that somebody else has made. */
  change(change: LiveChange): void {
    const now = this.#clock.now();
    const changed = changedByOthers(elapsed(this.world, now), change, now);
    if (!changed) throw new Error(`There is nothing to change: ${JSON.stringify(change)}`);
    this.world = changed;
  }

  /** Adds a fault that requests will meet from now on. */
  fault(fault: Fault): void {
    this.world = { ...this.world, faults: [...this.world.faults, armed(fault, this.#clock.now())] };
  }

  /** Returns the requests, oldest first. */
  log(): readonly LogEntry[] {
    return entriesOf(this.world.log);
  }

  report(): JsonObject {
    return logReport(this.world.log);
  }

  /** Delivers the requests of a dead process, and ends its sessions. */
  land(): void {
    const waiting = [...this.#underWay].sort((a, b) => a.at - b.at);
    this.#underWay.clear();
    for (const { arrive } of waiting) arrive();
    for (const session of this.world.netconf.sessions.keys())
      this.world = disconnect(this.world, session, this.#clock.now());
  }

  /** Returns a target's wire to the simulator's interface that has the target's name. */
  wire(target: Target): Wire {
    return { send: (request) => this.#send(request, target.interface as InterfaceName) };
  }

  /** Returns conversations with the simulator's NETCONF. The device is the host of the URL, or the path of the URL. */
  channels(): Channels {
    const open = async ({ url, credential }: ChannelRequest): Promise<ChannelResult> => {
      await this.#clock.wait(this.#distance.up());
      const { hostname, pathname } = new URL(url);
      const host = pathname.replaceAll("/", "") || hostname.replace(/^\[(.+)\]$/, "$1");
      const { password } = credential;
      if (password instanceof Secret && password.reveal() !== "simulated-router-password")
        return { outcome: "lost", problem: problem("unauthorized", host) };
      const heard = connect(this.world, { host, user: "virtual" }, this.#clock.now());
      this.world = heard.world;
      if (heard.session === undefined) return { outcome: "lost", problem: problem("unreachable", host) };
      return { outcome: "open", channel: this.#channel(heard.session, heard.sent, url) };
    };
    return { open };
  }

  #channel(session: number, greeting: readonly SentMessage[], url: string): Channel {
    let waiting = greeting;
    const lost = {
      outcome: "lost",
      sent: true,
      problem: problem("connection-lost", "the session ended"),
    } as const;
    return {
      shown: (text) => text,
      close: async () => {
        this.world = disconnect(this.world, session, this.#clock.now());
      },
      exchange: async (message, take) => {
        const octets = messageBytes(message, reveal);
        await this.#clock.wait(this.#distance.up());
        const before = this.world;
        const heard = receive(before, { session, octets }, this.#clock.now());
        this.world = heard.world;
        this.#witnessed(before, heard, { session, origin: url });
        const all = [...waiting, ...heard.sent];
        waiting = [];
        for (const { octets: came, delayMs } of all) {
          await this.#clock.wait(delayMs + this.#distance.down());
          if (take(came)) return { outcome: "whole" };
        }
        return lost;
      },
    };
  }

  /** Reports a received rpc once it is complete. */
  #witnessed(
    before: World,
    { world: after, sent }: NetconfResult,
    { session, origin }: { readonly session: number; readonly origin: string },
  ): void {
    const last = after.log?.last;
    if (last === undefined || after.log === before.log) return;
    const { interface: name, method, path, status, at } = last;
    const isCut = sent.length === 0 || !after.netconf.sessions.has(session);
    const cut = isCut && method !== "close-session" ? ({ cut: "dropped" } as const) : {};
    const request = { interface: name, method, path, origin };
    const isXml = sent.every(({ octets }) => Buffer.from(octets).includes("xmlns"));
    const reply = { status, headers: {}, body: isXml ? "" : "<garbage>", ...cut };
    this.witness({ at, request, reply, before, after });
  }

  async #send(request: WireRequest, name: InterfaceName): Promise<WireReply> {
    const url = new URL(request.url);
    const opened = openedHeaders(request, reveal, new Date(this.#clock.now() + this.skewMs));
    if ("bad" in opened) throw new Error(`A header no wire can carry: ${opened.bad}`);
    const up = this.#distance.up();
    const sent = {
      interface: name,
      method: request.method,
      path: worldPath(url),
      headers: opened.headers,
      body: openedBody(request, reveal) ?? "",
      origin: url.origin,
    };
    const at = this.#clock.now() + up;
    const way = { at, arrive: () => this.#arrive(sent, at) };
    this.#underWay.add(way);
    await this.#clock.wait(up);
    this.#underWay.delete(way);
    const reply = way.arrive();
    await this.#clock.wait(reply.delayMs + this.#distance.down());
    if (reply.cut !== undefined) {
      const lost = problem("connection-lost", `${url.host} ended the connection`);
      return { outcome: "lost", sent: true, problem: lost };
    }
    const { status, body } = reply;
    const set = reply.headers["set-cookie"];
    const isSigned = Object.values(request.headers).some(isSignature);
    const date = new Date(isSigned ? this.#clock.now() : Date.parse(this.#clock.date())).toUTCString();
    const answered = {
      outcome: "answered",
      status,
      headers: { date, ...reply.headers },
      text: machineText(url, body),
      ...(set !== undefined && { cookies: [set] }),
    } as const;
    return isSigned ? withClock(answered, this.#clock.now() + this.skewMs) : answered;
  }

  #arrive(request: SimRequest, at: number): SimReply {
    const before = this.world;
    const shown = request.method === "GET" ? this.shows(before, request, at) : before;
    const { limiters, dashboard, fabric, restconf } = before;
    const isOwn = this.isOwnWork(request);
    const { world: after, reply } = respond(isOwn ? { ...shown, limiters: new Map() } : shown, request, at);
    const known = isOwn ? { ...after, limiters } : after;
    const world = shown === before ? known : { ...known, dashboard, fabric, restconf };
    this.world = world;
    this.witness({ at, request, reply, before, after: world });
    return reply;
  }
}

function reveal(secret: Secret): string {
  return secret.reveal();
}
