/** Finds the namespaces of modules: as the device announces them, or else as the settings give them. Pure. */

/**
 * Finds the namespace of a module, and the module of a namespace. Both functions return undefined for an unknown name.
 */
export interface Modules {
  namespaceOf(module: string): string | undefined;
  moduleOf(namespace: string): string | undefined;
  /** True if the device itself announces the module. */
  isAnnounced(module: string): boolean;
}

/** Returns the modules that a device announces, completed with the modules in the settings. */
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

/**
 * Returns the module and the name of a member: `Vendor-ntp:server`. If the member names no module, it is in the
 * parent's module.
 */
export function memberParts(
  member: string,
  around: string,
): { readonly module: string; readonly name: string } {
  const colon = member.indexOf(":");
  if (colon < 0) return { module: around, name: member };
  return { module: member.slice(0, colon), name: member.slice(colon + 1) };
}

/** Returns the modules in these members. */
export function modulesIn(members: readonly string[]): readonly string[] {
  return [
    ...new Set(members.flatMap((member) => (member.includes(":") ? [memberParts(member, "").module] : []))),
  ];
}
