/** The rooms of the built-in company: four rooms for everybody, and one room for each of the sixty largest sites. */

import type { MemberSeed, RoomSeed } from "../messaging/state.ts";
import { type City, cities } from "./cities.ts";

const domain = "acme.example.net";

/** The size of the network team. The team fills more than one page of members. */
const teamSize = 24;

const team: readonly MemberSeed[] = Array.from({ length: teamSize }, (_, at) => ({
  email: `engineer-${String(at + 1).padStart(2, "0")}@${domain}`,
  moderator: at < 2,
}));

/** The rooms. */
export const rooms: readonly RoomSeed[] = [
  { name: "Network Operations", members: team },
  { name: "Incidents", members: team.slice(0, 8) },
  { name: "Changes", members: team.slice(0, 5) },
  { name: "Announcements" },
  ...cities.slice(0, 60).map(siteRoom),
];

function siteRoom({ name, slug }: City, at: number): RoomSeed {
  const [first, second] = [team[at % teamSize], team[(at + 7) % teamSize]];
  const engineers = [first, second].flatMap((each) => (each ? [{ email: each.email }] : []));
  return {
    name: `${name} Site`,
    members: [{ email: `${slug}.lead@${domain}`, moderator: true }, ...engineers],
  };
}
