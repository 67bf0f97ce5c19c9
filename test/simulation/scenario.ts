/** A world by seed: what is desired, what will go wrong, and when our own process dies. */

import type { Fault } from "../../src/simulator/faults.ts";
import type { SimulatorSettings } from "../../src/simulator/wire/settings.ts";
import { seeded } from "../virtual/clock.ts";

/** Everything that one seed decides. */
export interface Scenario {
  readonly files: Readonly<Record<string, string>>;
  /** The same desired state: other files, other order, comments. */
  readonly otherwise: Readonly<Record<string, string>>;
  readonly settings: Partial<SimulatorSettings>;
  readonly faults: readonly Fault[];
  /** The process dies at this request of its apply, before it arrives or after. */
  readonly crash?: { readonly at: number; readonly arrived: boolean };
  /** How long a request is under way at most, in each direction: up to the 50 ms for which the pacer vouches. */
  readonly latencyMs: number;
}

type Draw = () => number;

const under = (draw: Draw, bound: number) => Math.floor(draw() * bound);
const maybe = (draw: Draw, share: number) => draw() < share;
function pick<T>(draw: Draw, values: readonly [T, ...T[]]): T {
  return values[under(draw, values.length)] ?? values[0];
}

/** The scenario of a seed: always the same one. */
export function scenarioOf(seed: number): Scenario {
  const draw = seeded(seed);
  const texts = [...networkTexts(draw), ...fabricTexts(draw), ...routerTexts(draw)];
  const settings = settingsOf(draw);
  const faults = Array.from({ length: under(draw, 5) }, () => faultOf(draw));
  const crash = maybe(draw, 0.5) && { at: 1 + under(draw, 25), arrived: maybe(draw, 0.5) };
  return {
    files: Object.fromEntries(texts.map((text, at) => [`desired-state/${at}.yaml`, text])),
    otherwise: Object.fromEntries(
      texts.toReversed().map((text, at) => [`desired-state/x${at}.yaml`, `# ${at}\n${text}`]),
    ),
    settings,
    faults,
    ...(crash && { crash }),
    latencyMs: under(draw, 51),
  };
}

function networkTexts(draw: Draw): readonly string[] {
  const names = ["Berlin Office", "Munich Office", "Leipzig Office", "Nice Office", "Oslo Office"];
  return names.flatMap((name, at) => {
    if (!maybe(draw, 0.6)) return [];
    const password = maybe(draw, 0.5) ? ", password: { secret: env:CORP_PSK }" : "";
    const ssids = maybe(draw, 0.6) ? `, ssids: { ${at}: { name: Corp, vlan: ${20 + at}${password} } }` : "";
    const tags = pick(draw, ["[branch]", "[emea, new]", "[]"]);
    return [
      `target: cloud\norganization: Acme\nnetworks:\n  n${at}: { name: ${name}, tags: ${tags}${ssids} }\n`,
    ];
  });
}

function fabricTexts(draw: Draw): readonly string[] {
  return ["Production", "Edge", "Lab"].flatMap((name) => {
    if (!maybe(draw, 0.6)) return [];
    const path = `uni/tn-${name}/ctx-main`;
    const objects = maybe(draw, 0.5)
      ? `managedObjects:\n  ${path}: { class: fvCtx, attributes: { name: main, description: d } }\n`
      : "";
    return [`target: fabric\ntenants:\n  ${name}: { description: about ${under(draw, 9)} }\n${objects}`];
  });
}

function routerTexts(draw: Draw): readonly string[] {
  if (!maybe(draw, 0.7)) return [];
  const port = `GigabitEthernet 1/0/${1 + under(draw, 2)}`;
  return [
    `target: routers\ndevices:\n  r1:\n    host: 10.20.0.1\n    hostname: name${under(draw, 9)}\n` +
      `    interfaces:\n      ${port}: { description: port ${under(draw, 9)} }\n`,
  ];
}

function settingsOf(draw: Draw): Partial<SimulatorSettings> {
  return {
    limiter: pick(draw, ["tokenBucket", "slidingWindow", "fixedWindow"]),
    readinessMs: pick(draw, [0, 3000, 20_000]),
    dashboardPageSize: pick(draw, [0, 1, 2]),
    latencyMs: under(draw, 50),
  };
}

function faultOf(draw: Draw): Fault {
  const effect = pick<Fault["effect"]>(draw, [
    { kind: "conflict" },
    { kind: "down" },
    { kind: "slow", delayMs: 5000 },
    { kind: "notJson" },
    { kind: "answer", status: 429, headers: { "retry-after": "3" } },
    { kind: "answer", status: 500 },
    { kind: "lostBefore" },
    { kind: "lostAfter" },
    { kind: "truncated" },
  ]);
  const lasts = maybe(draw, 0.3) ? { forMs: under(draw, 60_000) } : { times: 1 + under(draw, 4) };
  return { effect, after: under(draw, 12), ...lasts };
}
