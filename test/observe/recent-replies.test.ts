/** The replies that an apply reuses: none is used once it has its maximum age. */

import { expect, test } from "vitest";
import { RecentReplies } from "../../src/observe/recent-replies.ts";

const group = { target: "cloud", scope: {} };
const other = { target: "cloud", scope: {} };

function recent() {
  const clock = { now: 0 };
  const replies = new RecentReplies<typeof group, { readonly state: string; readonly at: number }>({
    age: { now: () => clock.now, maxMs: () => 1000 },
  });
  let reads = 0;
  const read = async () => {
    reads += 1;
    return { state: "whole", at: clock.now };
  };
  return { clock, replies, read, reads: () => reads };
}

test("a reply is at hand until it has its maximum age, and not at that age", async () => {
  const { clock, replies, read } = recent();
  expect(replies.atHand(group)).toBeUndefined();
  await replies.of(group, read);
  clock.now = 999;
  expect(replies.atHand(group)).toEqual({ state: "whole", at: 0 });
  clock.now = 1000;
  expect(replies.atHand(group)).toBeUndefined();
});

test("a reply that is too old is read again, and then counts from its own arrival", async () => {
  const { clock, replies, read, reads } = recent();
  await replies.of(group, read);
  clock.now = 1000;
  expect((await replies.of(group, read)).at).toBe(1000);
  clock.now = 1999;
  expect((await replies.of(group, read)).at).toBe(1000);
  expect([reads(), replies.endedAt(group), replies.endedAt(other)]).toEqual([2, 1000, undefined]);
});

test("a read in progress is shared, and is not at hand", async () => {
  const { replies, read, reads } = recent();
  const both = [replies.of(group, read), replies.of(group, read)];
  expect(replies.atHand(group)).toBeUndefined();
  await Promise.all(both);
  expect(reads()).toBe(1);
});
