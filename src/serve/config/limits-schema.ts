/** The schema of `limits` in `serve.yaml`. */

import { z } from "zod";

const whole = (least: number, most: number) => z.int().min(least).max(most).exactOptional();

/** The limits on clients. */
export const limitsSchema = z
  .strictObject({
    connections: whole(10, 100_000).describe(
      "The maximum number of simultaneous connections. Default: 1000.",
    ),
    connectionsPerAddress: whole(1, 100_000).describe(
      "The maximum number of simultaneous connections per address, except for proxies. Default: 100.",
    ),
    requestsPerMinute: whole(1, 1_000_000).describe(
      "The maximum number of requests per minute from one address, and from one viewer. Default: 600.",
    ),
    failuresPerMinute: whole(1, 10_000).describe(
      "The maximum number of requests with refused credentials per minute and address. Default: 20.",
    ),
    bodyKilobytes: whole(1, 16_384).describe("The maximum size of a request body, in KiB. Default: 256."),
    webhookKilobytes: whole(1, 32_768).describe(
      "The maximum size of a webhook's body, in KiB. Default: 4096.",
    ),
    requestSeconds: whole(1, 600).describe("How many seconds a request may take to arrive. Default: 30."),
    auditMegabytes: whole(1, 10_000).describe(
      "The maximum size of the audit file and its predecessor together, in MiB. Default: 100.",
    ),
  })
  .describe("Limits on clients.");
