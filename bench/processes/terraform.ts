/** Terraform's input, and the output of the program that times it. Pure. */

/**
 * Returns a configuration with this many resources of the built-in type `terraform_data`, each with the fields of a
 * network.
 */
export function terraformFile(resources: number): string {
  return Array.from({ length: resources }, (_, n) =>
    [
      `resource "terraform_data" "site_${n}" {`,
      `  input = { name = "Site ${n}", timeZone = "Europe/Berlin", tags = ["branch", "floor-${n % 7}"] }`,
      "}",
    ].join("\n"),
  ).join("\n");
}

/** Parses the last line with four numbers: user, system and wall-clock seconds, and kilobytes. 0 stands for unknown. */
export function parseTimes(said: string): {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly peakMegabytes: number | undefined;
} {
  const [, user, system, wall, kilobytes] =
    [...said.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) (\d+)$/gm)].at(-1) ?? [];
  if (user === undefined) throw new Error(`no times in: ${said.slice(-300)}`);
  const peak = Math.round(Number(kilobytes) / 1024);
  return {
    cpuSeconds: Number(user) + Number(system),
    wallSeconds: Number(wall),
    peakMegabytes: peak === 0 ? undefined : peak,
  };
}
