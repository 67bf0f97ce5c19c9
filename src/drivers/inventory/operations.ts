/** What can be done with the devices of an inventory that is only read, and why not more. */

import type { Dialect } from "../contract.ts";

/** The operations of such a kind, the reasons for what is not among them, and how answers to reads are told. */
export function onlyShown(kind: string, where: string): Pick<Dialect, "operations" | "reasons" | "replies"> {
  return {
    operations: { [kind]: { read: "assumed", create: "none", update: "none", remove: "none" } },
    reasons: {
      [kind]: {
        create: `it is expected, and ${where} does not show it: nothing here can add it`,
        update: `${where} only shows it: correct the device, or what is declared`,
        remove: `${where} only shows it: forget it with \`trueup forget\`, or declare it again`,
      },
    },
    replies: [
      { status: "2xx", means: "accepted" },
      { status: 409, means: "contended" },
      { status: 429, means: { busy: "throttled" } },
      { status: "4xx", means: "refused" },
      { status: "5xx", means: "lost" },
    ],
  };
}
