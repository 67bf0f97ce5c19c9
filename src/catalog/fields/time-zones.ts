/** Names of time zones: whether a name exists, and the canonical form of equivalent names. */

/** Zones for which ICU uses a name that IANA has replaced. */
const renamed: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/**
 * Names that are canonical everywhere, including the most common ones, because the first call to ICU takes
 * milliseconds.
 */
export const settledTimeZones: ReadonlySet<string> = new Set(
  [
    "Africa: Algiers Cairo Casablanca Johannesburg Lagos Nairobi Tunis",
    "America: Anchorage Bogota Caracas Chicago Denver Detroit Edmonton Halifax Havana",
    "America: Lima Los_Angeles Mexico_City Monterrey",
    "America: Montevideo New_York Panama Phoenix Puerto_Rico Santiago Sao_Paulo Tijuana Toronto",
    "America: Vancouver Winnipeg",
    "Asia: Baghdad Bangkok Colombo Dhaka Dubai Hong_Kong Jakarta Jerusalem Karachi",
    "Asia: Kuala_Lumpur Kuwait Manila Qatar Riyadh",
    "Asia: Seoul Shanghai Singapore Taipei Tashkent Tehran Tokyo",
    "Australia: Adelaide Brisbane Darwin Hobart Melbourne Perth Sydney",
    "Europe: Amsterdam Andorra Athens Belgrade Berlin Bratislava Brussels Bucharest Budapest",
    "Europe: Copenhagen Dublin Helsinki",
    "Europe: Istanbul Lisbon Ljubljana London Luxembourg Madrid Malta Minsk Monaco",
    "Europe: Moscow Oslo Paris Prague Riga Rome Sofia",
    "Europe: Stockholm Tallinn Tirane Vienna Vilnius Warsaw Zagreb Zurich",
    "Pacific: Auckland Fiji Guam Honolulu",
  ].flatMap((line) => {
    const [region, names = ""] = line.split(": ");
    return names.split(" ").map((name) => `${region}/${name}`);
  }),
);

const known = new Map<string, string | undefined>();

/** True for an IANA time zone in any accepted spelling. False for offsets such as `+01:00`. */
export function isTimeZone(name: string): boolean {
  return lookUp(name) !== undefined;
}

/** Returns the canonical name of a time zone. Invalid names stay unchanged. */
export function canonicalTimeZone(name: string): string {
  return lookUp(name) ?? name;
}

function lookUp(name: string): string | undefined {
  if (settledTimeZones.has(name)) return name;
  if (!known.has(name)) known.set(name, resolve(name));
  return known.get(name);
}

function resolve(name: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return undefined;
  try {
    const found = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
    return renamed[found] ?? found;
  } catch {
    return undefined;
  }
}
