/** The sections that files for an interface may have, and what these sections may contain. Computed lazily. */

import type { Driver } from "../../drivers/contract/contract.ts";
import { resolveDriver } from "../../drivers/contract/resolve-driver.ts";
import type { Target } from "../../model/project.ts";
import type { Section, SectionTree } from "./section.ts";
import { sectionTree } from "./section-tree.ts";

/** The sections of one interface. */
export interface InterfaceSections {
  readonly driver: Driver;
  readonly sections: SectionTree;
  /** The sections that `defaults:` may contain, under all their names: those that have entries, at any depth. */
  readonly withDefaults: ReadonlyMap<string, Section>;
}

/** The sections of all interfaces, by dialect. */
export interface SectionsByDialect {
  /** Returns the sections that files for a target may have. */
  of(target: Pick<Target, "interface" | "dialect">): InterfaceSections | undefined;
  /** Returns the sections of the project's targets. A valid file needs no others. */
  readonly ofTargets: () => readonly InterfaceSections[];
  /**
   * Returns the sections of all dialects. Products that no target uses are left out, so that their catalogs need not be
   * read.
   */
  readonly all: () => readonly InterfaceSections[];
}

/**
 * Returns the sections for these drivers, built lazily. Dialects without kinds of their own share their interface's
 * sections.
 */
export function sectionsByDialect(
  drivers: readonly Driver[],
  targets: Iterable<Pick<Target, "interface" | "dialect">> = [],
): SectionsByDialect {
  const made = new Map<string, InterfaceSections>();
  const shapeOf = (name: string, driver: Driver): InterfaceSections => {
    const shape = made.get(name) ?? newShape(driver);
    made.set(name, shape);
    return shape;
  };
  const of = ({ interface: name, dialect }: Pick<Target, "interface" | "dialect">) => {
    const driver = drivers.find((each) => each.interface === name);
    if (!driver || !Object.hasOwn(driver.dialects, dialect)) return undefined;
    const resolved = resolveDriver(driver, dialect);
    return resolved === driver ? shapeOf(name, driver) : shapeOf(`${name} ${dialect}`, resolved);
  };
  let known: readonly InterfaceSections[] | undefined;
  const all = () => {
    known ??= allOf();
    return known;
  };
  let own: readonly InterfaceSections[] | undefined;
  const ofTargets = () => {
    own ??= [...new Set([...targets].flatMap((each) => of(each) ?? []))];
    return own;
  };
  const allOf = () => {
    const builtIn = drivers.flatMap((driver) => {
      const names = Object.keys(driver.dialects).filter((name) => !driver.products?.includes(name));
      return names.map((dialect) => ({ interface: driver.interface, dialect }));
    });
    return [...new Set([...builtIn.flatMap((each) => of(each) ?? []), ...ofTargets()])];
  };
  return { of, ofTargets, all };
}

/** Builds the sections of an interface. An observed kind becomes a container of the kinds inside it. */
function newShape(driver: Driver): InterfaceSections {
  const sections = sectionTree(driver, "file", []);
  const withDefaults = new Map<string, Section>();
  collect(sections, withDefaults);
  return { driver, sections, withDefaults };
}

function collect({ all }: SectionTree, into: Map<string, Section>): void {
  for (const section of all) {
    if (!section.single) for (const path of section.spellings) into.set(path.join("."), section);
    collect(section.inner, into);
  }
}
