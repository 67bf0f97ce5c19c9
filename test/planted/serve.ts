/** Bugs of a server: who has access, what is trusted, and what the server does without a request. */

import { type Bug, edit } from "./bug.ts";

const routes = "test/serve/access/routes.test.ts";

/** Bugs because of which a server does something that nobody has asked for. */
export const ofTheServer: readonly Bug[] = [
  {
    name: "a merge sets drift back along with it",
    edits: [
      edit(
        "serve/loop/standing.ts",
        'pending.size > 0 ? { why: "merge", only: [...pending] } : undefined;',
        'pending.size > 0 ? { why: "merge" } : undefined;',
      ),
    ],
    first: { file: "test/serve/merging.test.ts", test: "drift stays where selfHeal is not true" },
  },
  {
    name: "tokens that are nobody's are not counted",
    edits: [edit("serve/access/access.ts", "failures.take(key);", "failures.wait(key);")],
    first: { file: routes, test: "who tries many tokens has to wait" },
  },
  {
    name: "the first address of X-Forwarded-For is the client's",
    edits: [
      edit(
        "serve/access/client-address.ts",
        "for (const hop of hops.toReversed())",
        "for (const hop of hops)",
      ),
    ],
    first: { file: routes, test: "a proxy that is named says whose request it is" },
  },
  {
    name: "a session that was ended is forgotten at once",
    edits: [edit("serve/access/sessions.ts", "session.from + lifetimeMs);", "session.from);")],
    first: { file: "test/serve/access/login.test.ts", test: "logging out ends the session" },
  },
  {
    name: "a signing key of GitLab is taken as a plain token",
    edits: [
      edit(
        "serve/webhooks/signature.ts",
        "return encoded === undefined ? isToken : isOfKey;",
        "return isToken || (encoded !== undefined && isOfKey);",
      ),
    ],
    first: { file: "test/serve/webhooks/webhooks.test.ts", test: "the signing token itself" },
  },
];
