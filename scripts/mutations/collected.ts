/**
 * Replaces `vitest` for test files during mutation. It collects their tests, which then run repeatedly in one process
 * that imports everything only once.
 */

import { format } from "node:util";

export { expect, vi } from "vitest";

type Task = (...given: readonly unknown[]) => unknown;

interface SuiteHooks {
  readonly first: Task[];
  readonly last: Task[];
  readonly before: Task[];
  readonly after: Task[];
}

/** One test, ready to run. */
export interface CollectedTest {
  /** The file, suites and title and, for a duplicate, a number. */
  readonly id: string;
  /** The suites around the test, outermost first. */
  readonly suites: readonly SuiteHooks[];
  readonly run: Task;
}

/** The collected tests, in file order. */
export const collected: CollectedTest[] = [];

const titles: string[] = [];
let suites: readonly SuiteHooks[] = [];
const ids = new Map<string, number>();
let finishing: Task[] = [];

const noHooks = (): SuiteHooks => ({ first: [], last: [], before: [], after: [] });

/** Collects the tests of one file. */
export async function collectFile(file: string, url: string): Promise<void> {
  titles.splice(0, titles.length, file);
  suites = [noHooks()];
  await import(url);
}

function addTest(title: string, run: Task): void {
  const name = [...titles, title].join(" > ");
  const many = ids.get(name) ?? 0;
  ids.set(name, many + 1);
  collected.push({ id: many === 0 ? name : `${name} #${many + 1}`, suites, run });
}

function addSuite(title: string, declare: Task): void {
  const around = suites;
  suites = [...around, noHooks()];
  titles.push(title);
  if (declare() instanceof Promise) throw new Error(`The suite "${title}" is asynchronous.`);
  titles.pop();
  suites = around;
}

type Declaration = (title: string, ...given: readonly unknown[]) => void;

/**
 * With `each`, a case that is an array becomes several arguments. With `for`, it stays one argument, followed by the
 * context.
 */
function declaring(add: (title: string, run: Task) => void) {
  const declare: Declaration = (title, ...given) => add(title, taskOf(given));
  const cases = (spread: boolean) => (all: readonly unknown[]) => {
    const areLists = all.every((each) => Array.isArray(each));
    const declareCases: Declaration = (title, ...given) => {
      const run = taskOf(given);
      for (const each of all) {
        const values: readonly unknown[] = areLists ? (each as readonly unknown[]) : [each];
        add(titleOf(title, values), () => (spread ? run(...values) : run(each)));
      }
    };
    return declareCases;
  };
  const unless = (is: boolean) => (is ? () => {} : declare);
  return Object.assign(declare, {
    ...{ each: cases(true), for: cases(false), skip: () => {}, skipIf: unless },
    runIf: (is: boolean) => unless(!is),
  });
}

function taskOf(given: readonly unknown[]): Task {
  const task = given.find((each) => typeof each === "function");
  if (!task) throw new Error("A test without a body.");
  return task as Task;
}

function titleOf(title: string, values: readonly unknown[]): string {
  const count = title.match(/%[sdifjoO]/g)?.length ?? 0;
  return format(title, ...values.slice(0, count));
}

export const test = declaring(addTest);
export const describe = declaring(addSuite);

const hook = (of: keyof SuiteHooks) => (task: Task) => void suites.at(-1)?.[of].push(task);
export const beforeAll = hook("first");
export const afterAll = hook("last");
export const beforeEach = hook("before");
export const afterEach = hook("after");
export const onTestFinished = (task: Task) => void finishing.push(task);

/** Runs tests one after another, each with its hooks; stops after a test for which `told` returns "enough". */
export async function runTests(
  tests: readonly CollectedTest[],
  around: (test: CollectedTest) => void,
  told: (test: CollectedTest, error: unknown, ms: number) => "go on" | "enough",
): Promise<void> {
  let open: readonly SuiteHooks[] = [];
  const closeTo = async (kept: readonly SuiteHooks[]) => {
    const closing = open.filter((each) => !kept.includes(each)).reverse();
    open = kept;
    for (const { last } of closing) for (const task of last) await task();
  };
  for (const each of tests) {
    const begin = performance.now();
    let error: unknown;
    try {
      await closeTo(open.filter((one) => each.suites.includes(one)));
      for (const suite of each.suites) {
        if (open.includes(suite)) continue;
        open = [...open, suite];
        for (const task of suite.first) await task();
      }
      around(each);
      await runOne(each);
    } catch (thrown) {
      error = thrown ?? new Error("nothing was thrown");
    }
    if (told(each, error, performance.now() - begin) === "enough") break;
  }
  await closeTo([]);
}

async function runOne({ suites: around, run }: CollectedTest): Promise<void> {
  finishing = [];
  try {
    for (const { before } of around) for (const task of before) await task();
    await run({ onTestFinished });
  } finally {
    for (const { after } of around.toReversed()) for (const task of after) await task();
    for (const task of finishing.reverse()) await task();
  }
}
