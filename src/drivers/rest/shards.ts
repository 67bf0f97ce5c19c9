/** Follows a dashboard to the host that an organization lives on, where the target lists that host; and stays there. */

import type { Wire, WireReply, WireRequest } from "../../model/wire.ts";

/**
 * A wire that sends a request on when it is answered with a redirect to the same path on a listed host, once. Nothing
 * was carried out by then. Later requests of that organization go there at once, and links from there lead back by the
 * target's own host, so that a list stays on one origin. Any other redirect is handed on as it is, and refused.
 */
export function withShards(wire: Wire, hosts: readonly string[]): Wire {
  const shards = new Map<string, string>();
  return {
    async send(request, signal) {
      const known = shards.get(request.budget ?? "");
      if (known !== undefined) return homeward(await wire.send(at(known, request), signal), known, request);
      const reply = await wire.send(request, signal);
      const shard = leadsTo(request, reply, hosts);
      if (shard === undefined) return reply;
      if (request.budget !== undefined) shards.set(request.budget, shard);
      return homeward(await wire.send(at(shard, request), signal), shard, request);
    },
  };
}

/** The origin of a listed host that the same request is to be sent to instead. */
function leadsTo(request: WireRequest, reply: WireReply, hosts: readonly string[]): string | undefined {
  if (reply.outcome !== "answered" || ![301, 302, 307, 308].includes(reply.status)) return undefined;
  const from = URL.parse(request.url);
  const to = URL.parse(reply.headers.location ?? "", request.url);
  if (!from || !to || to.origin === from.origin || to.protocol !== from.protocol) return undefined;
  const same = to.pathname === from.pathname && to.search === from.search && to.username === "";
  return same && hosts.some((host) => covers(host, to.hostname)) ? to.origin : undefined;
}

function covers(listed: string, host: string): boolean {
  const pattern = listed.toLowerCase();
  return pattern.startsWith(".") ? host.length > pattern.length && host.endsWith(pattern) : host === pattern;
}

function at(shard: string, request: WireRequest): WireRequest {
  const url = new URL(request.url);
  return { ...request, url: `${shard}${url.pathname}${url.search}` };
}

function homeward(reply: WireReply, shard: string, { url }: WireRequest): WireReply {
  if (reply.outcome !== "answered" || reply.headers.link === undefined) return reply;
  const link = reply.headers.link.replaceAll(`${shard}/`, `${new URL(url).origin}/`);
  return { ...reply, headers: { ...reply.headers, link } };
}
