/** GitHub and GitLab as a server sees them: pull requests, comments and issues, in memory, with faults of the hosts. */

import type { Wire, WireReply, WireRequest } from "../../src/model/wire.ts";
import { at, type CommandedHost, commandReply } from "./code-host-commands.ts";

/** A comment or an issue. */
export interface HostedText {
  readonly id: number;
  readonly author: string;
  body: string;
  isClosed: boolean;
}

/** A pull or merge request on the host. */
export interface HostedProposal {
  readonly number: number;
  head: string;
  into: string;
  /** The repository that the commits come from; null if it was deleted. */
  readonly from: string | null;
  readonly author?: string;
}

/** Returns the answer that a test wants instead of the usual one. If undefined, the host answers as usual. */
export type HostFault = (request: WireRequest) => WireReply | "lostAfter" | undefined;

export type Provider = "github" | "gitlab";

const repository = "acme/network";

/** A host with one repository. */
export class CodeHost {
  readonly provider: Provider;
  readonly proposals: HostedProposal[] = [];
  readonly comments = new Map<number, HostedText[]>();
  readonly issues: HostedText[] = [];
  /** The requests as `METHOD path`, in order. */
  readonly asked: string[] = [];
  readonly tokens = new Set<string>();
  readonly commands: CommandedHost = {
    writers: new Set(["ada"]),
    merged: new Set(),
    merge: () => false,
  };
  fault: HostFault = () => undefined;
  #count = 100;

  constructor(provider: Provider) {
    this.provider = provider;
  }

  readonly wire: Wire = {
    send: async (request, signal) => {
      signal.throwIfAborted();
      await Promise.resolve();
      const fault = this.fault(request);
      if (typeof fault === "object") return fault;
      const reply = this.#answer(request);
      return fault === "lostAfter" ? lost : reply;
    },
  };

  writes(): readonly string[] {
    return this.asked.filter((one) => !one.startsWith("GET "));
  }

  #answer(request: WireRequest): WireReply {
    const { method, url, body, headers } = request;
    const { pathname, searchParams } = new URL(url);
    const path = decodeURIComponent(pathname).replace(/^\/api\/v[34]/, "");
    this.asked.push(`${method} ${path}`);
    this.#learn(headers);
    if (path === "/user") return answered(200, { login: "trueup-bot", username: "trueup-bot" });
    const sent: Readonly<Record<string, unknown>> = typeof body === "object" ? { ...body } : {};
    const [, rest = ""] = /^\/(?:repos|projects)\/acme\/network\/(.*)$/.exec(path) ?? [];
    const shown = (number: number) =>
      this.proposals.flatMap((one) => (one.number === number ? [this.#shown(one)] : []))[0] ?? {};
    const command = commandReply(this, { method, rest, sent, shown });
    if (command) return command;
    if (/^(?:pulls|merge_requests)$/.test(rest))
      return answered(
        200,
        this.#page(
          searchParams,
          this.proposals.filter(({ number }) => !this.commands.merged.has(number)),
        ).map((one) => this.#shown(one)),
      );
    const ofProposal = /^(?:issues|merge_requests)\/(\d+)\/(?:comments|notes)(?:\/(\d+))?$/.exec(rest);
    const single = /^issues\/comments\/(\d+)$/.exec(rest);
    if (ofProposal) {
      const all = this.#commentsOf(Number(ofProposal[1]));
      if (ofProposal[2]) return this.#change(all, Number(ofProposal[2]), { method, sent });
      if (method === "POST") return answered(201, this.#add(all, sent.body));
      return answered(
        200,
        this.#page(searchParams, all).map((one) => this.#text(one)),
      );
    }
    if (single) {
      const [, id] = single;
      const all = [...this.comments.values()].find((some) => some.some((one) => one.id === Number(id)));
      return this.#change(all ?? [], Number(id), { method, sent });
    }
    if (rest === "issues" && method === "POST")
      return answered(201, this.#add(this.issues, sent.body ?? sent.description));
    if (rest === "issues") {
      const open = this.issues.filter(({ isClosed }) => !isClosed);
      return answered(
        200,
        this.#page(searchParams, open).map((one) => this.#text(one)),
      );
    }
    const issue = /^issues\/(\d+)$/.exec(rest);
    return issue ? this.#change(this.issues, Number(issue[1]), { method, sent }) : answered(404, {});
  }

  #learn({ authorization, "private-token": own }: WireRequest["headers"]): void {
    const token = typeof authorization === "object" && "token" in authorization ? authorization.token : own;
    if (typeof token === "object" && "reveal" in token) this.tokens.add(token.reveal());
  }

  /** Adds a comment of somebody to a proposal. Returns the id of the comment. */
  said(number: number, author: string, body: string): number {
    this.#count += 1;
    this.#commentsOf(number).push({ id: this.#count, author, body, isClosed: false });
    return this.#count;
  }

  #commentsOf(number: number): HostedText[] {
    const all = this.comments.get(number) ?? [];
    this.comments.set(number, all);
    return all;
  }

  #add(all: HostedText[], body: unknown) {
    this.#count += 1;
    const one = { id: this.#count, author: "trueup-bot", body: String(body), isClosed: false };
    all.push(one);
    return this.#text(one);
  }

  #change(
    all: HostedText[],
    id: number,
    { method, sent }: { readonly method: string; readonly sent: Readonly<Record<string, unknown>> },
  ): WireReply {
    const found = all.find((one) => one.id === id);
    if (!found) return answered(404, {});
    if (method === "DELETE") {
      all.splice(all.indexOf(found), 1);
      return answered(204, {});
    }
    if (sent.state === "closed" || sent.state_event === "close") found.isClosed = true;
    else found.body = String(sent.body ?? sent.description);
    return answered(200, this.#text(found));
  }

  #page<T>(query: URLSearchParams, all: readonly T[]): readonly T[] {
    const [size, page] = [Number(query.get("per_page")), Number(query.get("page"))];
    return all.slice((page - 1) * size, page * size);
  }

  #text(one: HostedText) {
    const { id, author, body } = one;
    const updated_at = at(one);
    return this.provider === "github"
      ? { id, number: id, user: { login: author }, body, updated_at }
      : { id, iid: id, author: { username: author }, body, description: body, updated_at };
  }

  #shown({ number, head, into, from, author = "ada" }: HostedProposal) {
    return this.provider === "github"
      ? {
          number,
          user: { login: author },
          head: { sha: head, repo: from === null ? null : { full_name: from } },
          base: { ref: into },
        }
      : {
          iid: number,
          sha: head,
          target_branch: into,
          source_project_id: from === repository ? 1 : from === null ? null : 2,
          target_project_id: 1,
        };
  }
}

const lost: WireReply = {
  outcome: "lost",
  sent: true,
  problem: { code: "lost", severity: "error", message: "the reply was lost" },
};

/** Returns an answer of a host. */
export function answered(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): WireReply {
  return { outcome: "answered", status, headers, text: JSON.stringify(body) };
}
