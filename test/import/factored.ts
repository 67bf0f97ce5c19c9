/** Imports found items without a server, in plain or factored form. Returns the written files and what they declare. */

import type { Driver, Kind } from "../../src/drivers/contract/contract.ts";
import { resolveDriver } from "../../src/drivers/contract/resolve-driver.ts";
import { type ImportResult, importLive } from "../../src/import/import.ts";
import { inheritedBy, load } from "../../src/load/load.ts";
import type { Desired, Scope } from "../../src/model/desired.ts";
import type { Json } from "../../src/model/json.ts";
import type { InterfaceName, Project } from "../../src/model/project.ts";
import type { DiscoveredItem } from "../../src/observe/discover.ts";
import { drivers } from "../../src/project/drivers.ts";
import { project as fixture } from "../load/fixtures.ts";

/** The options of an import. `there` contains the paths of existing files. */
interface Importing {
  readonly factor: boolean;
  readonly secrets?: boolean;
  readonly there?: readonly string[];
}

/** A product with live items for tests. The tests create these items and import them. */
export class Product {
  readonly driver: Driver;
  readonly project: Project;

  constructor(name: InterfaceName, dialect: string) {
    const found = drivers.find((each) => each.interface === name);
    const target = [...fixture.targets.values()][0];
    if (!found || !target) throw new Error(`no interface ${name}`);
    this.driver = resolveDriver(found, dialect);
    const own = { ...target, name: "t", interface: name, dialect, settings: {} };
    this.project = { ...fixture, targets: new Map([["t", own]]) };
  }

  /** Returns a live item as a read of the product shows it. */
  item(kind: string, of: { identity: string; value: Json; parent?: DiscoveredItem; scope?: Scope }) {
    const { identity, value, parent, scope = parent?.scope ?? {} } = of;
    const own = { ...scope, ...(parent && { [parent.kind.name]: parent.item.identity }) };
    const item = { kind, identity, id: `${kind}-${identity}`, value };
    return { kind: this.#kind(kind), item, scope: own, parent } satisfies DiscoveredItem;
  }

  #kind(name: string): Kind {
    const kind = this.driver.kinds.find((each) => each.name === name);
    if (!kind) throw new Error(`no kind ${name}`);
    return kind;
  }

  /** Imports the found items. */
  imported(found: readonly DiscoveredItem[], of: Importing): ImportResult {
    const { project, driver } = this;
    const { factor, secrets = false, there = [] } = of;
    const desired: Desired = { resources: new Map(), locate: () => undefined };
    const target = project.targets.get("t");
    return importLive({
      ...{ target: "t", driver, found, desired, factor },
      isWanted: () => true,
      layout: {
        ...{ target: "t", folder: "desired-state/t", there },
        inherited: (folder) => inheritedBy({ project, files: [], drivers, target }, folder),
      },
      sharing: "each",
      repeatsSecret: () => false,
      isDeclared: () => secrets,
      reload: (files) => load({ project, files, drivers }),
    });
  }

  /** Returns the resources that files declare. The files are loaded without knowledge of the import. */
  declared({ files }: ImportResult): { readonly state: Json; readonly problems: readonly unknown[] } {
    const { desired, problems } = load({ project: this.project, files, drivers });
    return { state: stateOf(desired), problems };
  }
}

function stateOf({ resources }: Desired): Json {
  return JSON.parse(JSON.stringify([...resources.values()]));
}
