import { shareBps } from '#ui/share-bps.ts';

type Curve = {
  readonly opensAt: number;
  readonly endedAt: number | null;
  readonly closesAt: number;
  readonly quota: string;
  readonly points: readonly { readonly at: number; readonly filled: string; readonly orders: number }[];
};

/** A point in the unit square, from its lower left corner. */
type Point = { readonly x: number; readonly y: number };

export type FillPicture = {
  readonly points: readonly Point[];
  /** The user's orders, each on the curve. */
  readonly own: readonly Point[];
  /** Milliseconds from the opening to the end, or to now. */
  readonly durationMs: number;
};

/**
 * Returns the curve of a round in the unit square: the raised share of its quota over the time until its end, or until
 * now while it is open. `own` are the times of the user's orders; auto-mint joins before the opening.
 */
export function fillPicture(
  curve: Curve,
  { now, own }: { readonly now: number; readonly own: readonly number[] },
): FillPicture {
  const end = curve.endedAt ?? Math.min(Math.max(now, curve.points.at(-1)?.at ?? 0), curve.closesAt);
  const durationMs = Math.max(end - curve.opensAt, 1);
  const x = (at: number) => Math.min(Math.max((at - curve.opensAt) / durationMs, 0), 1);
  const shares = curve.points.map(({ at, filled }) => ({ x: x(at), y: shareBps(filled, curve.quota) / 10_000 }));
  const last = shares.at(-1)?.y ?? 0;
  const points = [{ x: 0, y: 0 }, ...shares, { x: 1, y: last }];
  const heightAt = (place: number) => points.findLast((point) => point.x <= place)?.y ?? 0;
  // One point may combine orders from slightly before and after, so an order's height is that of the next point.
  return {
    points,
    own: own.map((at) => ({ x: x(at), y: points.find((p) => p.x >= x(at))?.y ?? heightAt(1) })),
    durationMs,
  };
}
