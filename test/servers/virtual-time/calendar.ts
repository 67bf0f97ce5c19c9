/** A simulated world's clock begins in 1970, that of the machine beside it in 2026: what they tell each other agrees. */

/** When virtual time begins, by the machine's calendar. */
export const calendarStart = Date.UTC(2026, 0, 1);

const isLog = (url: URL) => url.pathname.endsWith("/configurationChanges");

/** The path of a request, with times of the world's calendar. */
export function worldPath(url: URL): string {
  if (!isLog(url)) return `${url.pathname}${url.search}`;
  const query = new URLSearchParams(url.search);
  for (const name of ["t0", "t1"]) {
    const at = Date.parse(query.get(name) ?? "");
    if (!Number.isNaN(at)) query.set(name, new Date(Math.max(0, at - calendarStart)).toISOString());
  }
  return `${url.pathname}${query.size > 0 ? `?${query}` : ""}`;
}

/** The text of a reply, with times of the machine's calendar. */
export function machineText(url: URL, text: string): string {
  if (!isLog(url)) return text;
  return text.replaceAll(
    /"ts":"([^"]+)"/g,
    (_, at: string) => `"ts":"${new Date(calendarStart + Date.parse(at)).toISOString()}"`,
  );
}
