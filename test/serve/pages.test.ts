/** What pages show: the worst first, the same difference once, three sides of a resource, nothing unbounded. */

import { test } from "vitest";
import { appOn } from "./web-app.ts";
import { environmentOf, FakeServed, fleet, large } from "./web-world.ts";

test("try", async () => {
  const served = await fleet();
  const app = appOn(served);
  for (const path of ["/", "/differences", "/resources", "/runs", "/environments/acme/production", "/environments/acme/production/plan", "/environments/acme/production/resource?address=cloud%2Fssid%2Fberlin.0", "/environments/acme/branches/runs/20261129-4", "/api/v1/environments", "/api/v1/openapi.json", "/metrics", "/nothing", "/environments/acme/production/resource?address=fabric%2Ftenant%2FStaging"]) {
    const answer = await app.ask(path);
    const text = await answer.text();
    console.log(path, answer.status, text.length);
  }
  console.log(app.mistakes);
  const lookOf = large(100_000);
  const big = appOn(new FakeServed([environmentOf("acme/large", { look: lookOf })]));
  for (const path of ["/resources", "/resources", "/resources?state=any", "/resources?text=site-0000", "/resources?state=any&kind=ssid&tag=r3&page=12", "/differences", "/differences?text=vlan", "/", "/environments/acme/large", "/metrics", "/api/v1/resources?state=any","/api/v1/differences"]) {
    const begin = performance.now();
    const text = await big.page(path);
    console.log(path, Math.round(performance.now() - begin), "ms", text.length);
  }
  console.log(big.mistakes);
});
