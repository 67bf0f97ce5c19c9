/** The answers of a host to requests of comment commands: about the comment, permissions, and a merge. */

import type { WireReply } from "../../src/model/wire.ts";
import { json as answered } from "./scripted-wire.ts";

/** The part of a host's state that comment commands need. */
export interface CommandedHost {
  /** The users who may write. */
  readonly writers: Set<string>;
  /** The numbers of merged proposals. */
  readonly merged: Set<number>;
  /** Merges a proposal. Returns false if `head` is no longer its newest commit. */
  merge: (number: number, head: string) => boolean;
}

interface AskedRequest {
  readonly method: string;
  /** The path of the request, relative to the repository. */
  readonly rest: string;
  readonly sent: object;
  /** Returns a proposal as the host's lists show it. */
  readonly shown: (number: number) => object;
}

/** The host that receives the request. */
interface AskedHost {
  readonly provider: "github" | "gitlab";
  readonly commands: CommandedHost;
  readonly proposals: readonly { readonly number: number }[];
  readonly comments: ReadonlyMap<
    number,
    readonly { readonly id: number; readonly author: string; readonly body: string }[]
  >;
}

/** Returns the answer to a request of a comment command. Returns undefined for any other request. */
export function commandReply(
  host: AskedHost,
  { method, rest, sent, shown }: AskedRequest,
): WireReply | undefined {
  const { commands, provider } = host;
  const asked =
    /^(?:issues\/comments|merge_requests\/(\d+)\/notes)\/(\d+)(\/(?:reactions|award_emoji))?$/.exec(rest);
  if (asked?.[3]) return answered(201, {});
  if (asked && method === "GET") return commentReply(host, Number(asked[2]));
  const one = /^(?:pulls|merge_requests)\/(\d+)(\/merge)?$/.exec(rest);
  const number = Number(one?.[1]);
  const found = one && host.proposals.find((each) => each.number === number);
  if (one?.[2] && found) {
    const sha = "sha" in sent ? String(sent.sha) : "";
    if (!commands.merge(number, sha)) return answered(409, { message: "Head was modified" });
    commands.merged.add(number);
    return answered(200, { merged: true });
  }
  if (found) {
    const isMerged = commands.merged.has(number);
    const state = isMerged
      ? provider === "github"
        ? "closed"
        : "merged"
      : provider === "github"
        ? "open"
        : "opened";
    return answered(200, { ...shown(number), state, merged: isMerged, draft: false });
  }
  const login = /^(?:collaborators\/(.+)\/permission|members\/all\/(.+))$/.exec(rest);
  if (!login) return /^protected_/.test(rest) ? answered(404, {}) : undefined;
  const mayWrite = commands.writers.has(login[1] ?? String(login[2]).replace("1", "ada").replace("2", "eve"));
  if (provider === "github") return answered(200, { permission: mayWrite ? "write" : "read" });
  return answered(200, { access_level: mayWrite ? 30 : 20, state: "active" });
}

function commentReply({ comments, provider }: AskedHost, id: number): WireReply {
  const all = [...comments].flatMap(([on, some]) => some.map((one) => ({ on, one })));
  const found = all.find(({ one }) => one.id === id);
  if (!found) return answered(404, {});
  const { on, one } = found;
  const { body, author } = one;
  const stamps = { id, body, created_at: at(one), updated_at: at(one) };
  if (provider === "github")
    return answered(200, {
      ...stamps,
      user: { login: author, type: "User" },
      issue_url: `https://x/issues/${on}`,
    });
  const by = { id: author === "ada" ? 1 : 2, username: author };
  return answered(200, {
    ...stamps,
    author: by,
    system: false,
    noteable_type: "MergeRequest",
    noteable_iid: on,
  });
}

/** Returns the time of a comment. Later comments have later times. */
export function at({ id }: { readonly id: number }): string {
  return new Date(Date.parse("2026-11-21T10:00:00Z") + id * 1000).toISOString();
}
