/** Redacts secrets in controllers' status reports. Pure. */

import type { Json } from "../model/json.ts";
import type { Redactions } from "../model/secret.ts";
import type { TargetStatus } from "../model/status.ts";
import { valueWithout } from "./value-without-secrets.ts";
import { finishWithout, problemBy } from "./without-secrets.ts";

/** A controller's status in displayable form. */
export function statusWithout(status: TargetStatus, all: Redactions): TargetStatus {
  const secrets = all.of(status.target);
  const { sites, devices, reports, problems, pending } = status;
  const values = (some: readonly Json[]) => some.map((one) => valueWithout(one, secrets));
  return {
    ...status,
    problems: problems.map((one) => problemBy(one, secrets)),
    ...(pending && { pending: finishWithout(pending, secrets) }),
    ...(sites && { sites: values(sites) }),
    ...(devices && { devices: values(devices) }),
    ...(reports && {
      reports: reports.map((one) => ({
        ...one,
        ...(one.name !== undefined && { name: secrets.value(one.name) }),
        records: values(one.records),
      })),
    }),
  };
}
