/** The messaging interface as the specification has it; what it leaves open is in docs/open-points.md. */

import type { MessagingDialect } from "./dialect.ts";

/** The specification's dialect. */
export const neutral: MessagingDialect = {
  name: "neutral",
  basePath: "",
  tokenPath: "/oauth/token",
  scope: undefined,
  paths: { members: "/rooms/{roomId}/members", member: "/rooms/{roomId}/members/{memberId}" },
  queries: { rooms: "", members: "" },
  roomField: undefined,
  itemsField: undefined,
  fields: { name: "name", email: "email", moderator: "moderator" },
  messagePath: undefined,
  textField: "text",
  limits: { requestsPerSecond: 10, concurrency: 4 },
  operations: {
    room: { read: "assumed", create: "shown", update: "assumed", remove: "assumed" },
    member: { read: "assumed", create: "assumed", update: "assumed", remove: "assumed" },
  },
  replies: [
    { status: "2xx", means: "accepted" },
    { status: 401, means: "refused" },
    { status: 403, means: "refused" },
    { status: 404, method: "PUT", means: "conflict" },
    { status: 404, method: "DELETE", means: "conflict" },
    { status: 409, means: "contended" },
    { status: 429, means: { busy: "throttled" } },
    { status: "4xx", means: "refused" },
    { status: "5xx", means: "lost" },
  ],
};
