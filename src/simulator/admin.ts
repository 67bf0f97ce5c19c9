/** The simulator's own paths below `/_sim`. They need no credential, have no rate limit, and are not logged. */

import { Hono } from "hono";
import { z } from "zod";
import { changedByOthers } from "./authors.ts";
import { armed, faultSchema } from "./faults.ts";
import { liveChangeSchema } from "./live-change.ts";
import { logReport } from "./log.ts";
import type { ServedWorld } from "./world-holder.ts";

/** Returns the routes below `/_sim`. A body that cannot be read is answered with 400 and `problem`. */
export function adminRoutes(held: ServedWorld): Hono {
  const routes = new Hono();
  routes.get("/requests", (context) => context.json(logReport(held.world().log)));
  routes.post("/reset-log", (context) => {
    held.edit((world) => ({ ...world, log: undefined }));
    return context.body(null, 204);
  });
  routes.post("/change", async (context) => {
    const change = liveChangeSchema.safeParse(await bodyOf(context.req.raw));
    if (!change.success) return context.json({ problem: z.prettifyError(change.error) }, 400);
    const changed = changedByOthers(held.world(), change.data, held.now());
    if (changed === undefined) return context.json({ problem: "there is nothing of that name" }, 404);
    held.edit(() => changed);
    return context.body(null, 204);
  });
  routes.get("/faults", (context) => context.json(held.world().faults.map(({ fault }) => fault)));
  routes.post("/faults", async (context) => {
    const fault = faultSchema.safeParse(await bodyOf(context.req.raw));
    if (!fault.success) return context.json({ problem: z.prettifyError(fault.error) }, 400);
    held.edit((world, now) => ({ ...world, faults: [...world.faults, armed(fault.data, now)] }));
    return context.body(null, 204);
  });
  routes.delete("/faults", (context) => {
    held.edit((world) => ({ ...world, faults: [] }));
    return context.body(null, 204);
  });
  return routes;
}

async function bodyOf(request: Request): Promise<unknown> {
  return request.json().catch(() => undefined);
}
