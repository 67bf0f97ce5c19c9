/** Modules and their namespaces: as the device announces them, else as the target sets them. Pure. */

/** Both directions. What is not known has none. */
export interface Modules {
  namespaceOf(module: string): string | undefined;
  moduleOf(namespace: string): string | undefined;
  /** True when the device itself announces the module. */
  isAnnounced(module: string): boolean;
}

/** The modules that a device announces, with those that are set beneath them. */
export function modulesOf(
  announced: ReadonlyMap<string, string>,
  set: Readonly<Record<string, string>>,
): Modules {
  const namespaces = new Map([...Object.entries(set), ...announced]);
  const modules = new Map([...namespaces].map(([module, namespace]) => [namespace, module]));
  return {
    namespaceOf: (module) => namespaces.get(module),
    moduleOf: (namespace) => modules.get(namespace),
    isAnnounced: (module) => announced.has(module),
  };
}

/** A member's own module and name: `Vendor-ntp:server`; without a module it has that of the member around it. */
export function memberParts(
  member: string,
  around: string,
): { readonly module: string; readonly name: string } {
  const colon = member.indexOf(":");
  if (colon < 0) return { module: around, name: member };
  return { module: member.slice(0, colon), name: member.slice(colon + 1) };
}

/** The modules that these members name. */
export function modulesIn(members: readonly string[]): readonly string[] {
  return [
    ...new Set(members.flatMap((member) => (member.includes(":") ? [memberParts(member, "").module] : []))),
  ];
}
