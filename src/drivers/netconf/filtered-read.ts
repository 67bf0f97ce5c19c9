/** What is asked of a device, and what its answer tells: filters, items, and what must stay unknown. Pure. */

import type { Item, ReadRequest } from "../contract.ts";
import { deviceItems, withoutReadOnly } from "../device/items.ts";
import type { NetconfDialect } from "./dialects/dialect.ts";
import { membersOf } from "./from-xml.ts";
import { type Modules, modulesIn } from "./modules.ts";
import type { Filter } from "./rpcs.ts";
import { covers, filterFor, needed, seen, type TreePart } from "./subtree-filter.ts";
import { declaredShapes, partOf, wholeOf } from "./tree-parts.ts";
import type { XmlElement } from "./xml.ts";
import { xpathFor } from "./xpath.ts";

/** One read of one device. */
export interface DeviceRead {
  readonly dialect: NetconfDialect;
  readonly modules: Modules;
  readonly host: string;
  readonly wanted: ReadRequest["wanted"];
  /** True where the device offers XPath, and the target is set to use it. */
  readonly xpath: boolean;
}

/** What a filter asks for: the parts that are wanted; where nothing is, the container that every device has. */
function askedBy({ dialect, wanted }: Pick<DeviceRead, "dialect" | "wanted">): readonly TreePart[] {
  return wanted.length === 0 ? [wholeOf(dialect)] : wanted.map((one) => partOf(dialect, one));
}

/** The filter, or the first module whose namespace nobody knows. Where XPath is offered and set, that is used. */
export function filterOf(reading: DeviceRead): { readonly filter: Filter } | { readonly module: string } {
  const asked = askedBy(reading);
  const module = modulesIn(asked.flatMap(({ path }) => path)).find(
    (each) => reading.modules.namespaceOf(each) === undefined,
  );
  if (module !== undefined) return { module };
  const { modules, xpath: mayUse } = reading;
  const xpath = mayUse ? xpathFor(needed(asked), modules) : undefined;
  return { filter: xpath ?? { subtree: filterFor(asked, modules) } };
}

/** True when the answer's data holds a container that was asked for, or a part of it. */
export function answersTo(reading: DeviceRead, data: XmlElement): boolean {
  const { modules } = reading;
  const members = new Set(Object.keys(membersOf(data, { modules, shapes: [], around: "" })));
  return askedBy(reading).some(({ path: [top = ""] }) => members.has(top));
}

/**
 * The items in the answer's data, or half a sentence on why nothing can be told. What the filter did not ask for is
 * no item, in whole or in part; what it asked for and is missing is absent, but for two things that look the same:
 * an element of a list without its name, and a module whose namespace was set here and may be another one.
 */
export function itemsIn(
  reading: DeviceRead,
  data: XmlElement,
): { readonly items: readonly Item[] } | { readonly doubt: string } {
  const { dialect, modules, host, wanted } = reading;
  const shapes = declaredShapes(dialect, wanted);
  const whole = membersOf(data, { modules, shapes, around: "" });
  const tree = withoutReadOnly(dialect, whole);
  const items = deviceItems(dialect, tree, { host, wanted });
  if (items === undefined) return { doubt: "has an interface without a name" };
  const asked = askedBy(reading);
  const scope = { host };
  const covered = items.filter((item) =>
    asked.some((one) => covers(one, partOf(dialect, { ...item, scope }))),
  );
  const found = new Set(covered.map(({ kind, identity }) => `${kind} ${identity}`));
  const missing = wanted.filter(({ kind, identity }) => !found.has(`${kind} ${identity}`));
  const namespaces = namespacesIn(data);
  for (const one of missing) {
    const part = partOf(dialect, one);
    if (seen(asked, tree, part).state !== "absent")
      return { doubt: `cannot be read at /${part.path.join("/")}` };
    const unproven = modulesIn(part.path).find(
      (module) => !modules.isAnnounced(module) && !namespaces.has(modules.namespaceOf(module) ?? ""),
    );
    if (unproven !== undefined) return { doubt: doubtOf(unproven) };
  }
  return { items: covered };
}

function doubtOf(module: string): string {
  return `has nothing of ${module}, which the device does not announce: settings.namespaces may be wrong`;
}

function namespacesIn(element: XmlElement): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (each: XmlElement) => {
    found.add(each.namespace);
    each.children.forEach(walk);
  };
  element.children.forEach(walk);
  return found;
}
