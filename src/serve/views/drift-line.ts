/** The chart of drift over time: the points of its lines, for SVG. Pure. */

import type { DriftPoint } from "../served.ts";

/** The box that the line is drawn in. */
export const lineBox = { width: 600, height: 80, inset: 4 } as const;

/** The line to draw. */
export interface DriftLine {
  /** The points for drifted resources: pairs `x,y`, with one decimal place. */
  readonly drifted: string;
  /** The points for pending resources, in the same form. */
  readonly pending: string;
  /** The highest value of both lines. */
  readonly most: number;
  readonly first: DriftPoint;
  readonly last: DriftPoint;
}

/** The line of a history; undefined if there are too few points. Each value holds until the next point. */
export function driftLine(history: readonly DriftPoint[]): DriftLine | undefined {
  const points = history.filter(({ at }) => Number.isFinite(Date.parse(at)));
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return undefined;
  const from = Date.parse(first.at);
  const span = Math.max(1, Date.parse(last.at) - from);
  const most = points.reduce((high, { drifted, pending }) => Math.max(high, drifted, pending), 0);
  const { width, height, inset } = lineBox;
  const x = (at: string) => inset + ((Date.parse(at) - from) / span) * (width - 2 * inset);
  const y = (value: number) => height - inset - (value / Math.max(1, most)) * (height - 2 * inset);
  const through = (of: (point: DriftPoint) => number) =>
    points
      .flatMap((point, at) => {
        const before = points[at - 1];
        const here = `${x(point.at).toFixed(1)},${y(of(point)).toFixed(1)}`;
        return before ? [`${x(point.at).toFixed(1)},${y(of(before)).toFixed(1)}`, here] : [here];
      })
      .join(" ");
  return {
    drifted: through(({ drifted }) => drifted),
    pending: through(({ pending }) => pending),
    most,
    first,
    last,
  };
}
