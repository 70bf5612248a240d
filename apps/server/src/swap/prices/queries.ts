import { formatAmount } from '@city-mint/domain/money/amount-text';
import { divide } from '@city-mint/domain/money/division';
import { meanPrice, PRICE_DECIMALS, type PriceMark, priceChangeBps } from '@city-mint/domain/swap/mean-price';
import { DAY_MS, HOUR_MS } from '@city-mint/domain/time/durations';
import { sql } from 'kysely';
import { findCursor } from '#platform/chain/store.ts';
import type { Database } from '#platform/database/database.ts';
import { SWAP_SOURCE } from '../pool-event.ts';

/** The time spans with a price, in milliseconds. */
const WINDOWS = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;

/** The ranges of the series: number of points, and the milliseconds over which each is the mean. */
const RANGES = {
  day: { points: 48, stepMs: HOUR_MS / 2 },
  week: { points: 56, stepMs: 3 * HOUR_MS },
  month: { points: 60, stepMs: 12 * HOUR_MS },
  year: { points: 52, stepMs: 7 * DAY_MS },
} as const;
export type PriceRange = keyof typeof RANGES;

/** A price: JU for one FMC as a decimal string with at most 18 places, rounded down; null where it is unknown. */
type PriceText = string | null;

/**
 * Prices of FMC as means over time: none follows the trade of a single block. `now` is the mean of the last hour;
 * `spot` the pool's own price after the last final block that changed it; the changes compare the mean of the last hour
 * with that of the same hour a day, 7 and 30 days before, in basis points. Null until the whole window is known.
 */
export type FmcPrice = {
  readonly now: PriceText;
  readonly spot: PriceText;
  readonly dayBps: number | null;
  readonly weekBps: number | null;
  readonly monthBps: number | null;
  /** The time of the last final block that was read, UTC milliseconds; null before the first. */
  readonly sampledAt: number | null;
};

/** The price of one FMC in JU, as a fraction of integers. */
export type JuPerFmc = { readonly ju: bigint; readonly fmc: bigint };

/** The mean over each window that ends at the last block read, and its change from the previous window. */
export type PriceWindows = Record<
  keyof typeof WINDOWS,
  { readonly price: PriceText; readonly changeBps: number | null; readonly changes: number }
>;

export type PriceSeries = {
  readonly readUntil: number | null;
  readonly spot: PriceText;
  readonly windows: PriceWindows;
  /** Oldest first; `changes`: number of pool changes within the step. The last step ends at the last block read. */
  readonly points: {
    readonly from: number;
    readonly to: number;
    readonly price: PriceText;
    readonly changes: number;
  }[];
};

/** The price for valuing holdings, null until an hour is known, and the end of that hour, UTC milliseconds. */
export type HourPrice = { readonly juPerFmc: JuPerFmc | null; readonly text: PriceText; readonly at: number | null };

/**
 * Returns the price for valuing holdings: the mean of the last hour before the last final block read, rounded down at
 * 36 decimals. Decision 0080.
 */
export async function readHourPrice(db: Database): Promise<HourPrice> {
  const at = await readUntil(db);
  if (at === null) return { juPerFmc: null, text: null, at };
  const [from = null, to = null] = await readMarks(db, [at - HOUR_MS, at]);
  const ju = meanPrice(from, to);
  return { juPerFmc: ju === null ? null : { ju, fmc: 10n ** BigInt(PRICE_DECIMALS) }, text: priceText(ju), at };
}

/** Returns the price for the home screen. */
export async function readPrice(db: Database): Promise<FmcPrice> {
  const until = await readUntil(db);
  if (until === null) return { now: null, spot: null, dayBps: null, weekBps: null, monthBps: null, sampledAt: null };
  const ages = [0, WINDOWS.day, WINDOWS.week, WINDOWS.month];
  const [marks, spot] = await Promise.all([
    readMarks(
      db,
      ages.flatMap((age) => [until - age - HOUR_MS, until - age]),
    ),
    readSpot(db),
  ]);
  const hours = ages.map((_, index) => meanPrice(marks[2 * index] ?? null, marks[2 * index + 1] ?? null));
  const [now = null, day = null, week = null, month = null] = hours;
  return {
    now: priceText(now),
    spot,
    dayBps: priceChangeBps(day, now),
    weekBps: priceChangeBps(week, now),
    monthBps: priceChangeBps(month, now),
    sampledAt: until,
  };
}

/** Returns the price over a range of time, in steps, and its windows. */
export async function readPriceSeries(db: Database, range: PriceRange): Promise<PriceSeries> {
  const until = await readUntil(db);
  const { points, stepMs } = RANGES[range];
  const end = until ?? 0;
  // Steps begin at fixed times, so that a point that was shown stays the same; the last step is not over yet.
  const lastStep = Math.floor((end - 1) / stepMs) * stepMs;
  const times = [...Array.from({ length: points }, (_, index) => lastStep - (points - 1 - index) * stepMs), end];
  const names = Object.keys(WINDOWS) as (keyof typeof WINDOWS)[];
  const windowTimes = names.flatMap((name) => [end - 2 * WINDOWS[name], end - WINDOWS[name], end]);
  const [marks, spot] =
    until === null ? [[], null] : await Promise.all([readMarks(db, [...times, ...windowTimes]), readSpot(db)]);
  const windows = names.map((name, index) => {
    const [before = null, from = null, to = null] = marks.slice(times.length + 3 * index);
    const price = meanPrice(from, to);
    const changeBps = priceChangeBps(meanPrice(before, from), price);
    return [name, { price: priceText(price), changeBps, changes: changesBetween(from, to) }] as const;
  });
  return {
    readUntil: until,
    spot,
    windows: Object.fromEntries(windows) as PriceWindows,
    points:
      until === null
        ? []
        : times.slice(1).map((to, index) => {
            const [from = null, at = null] = [marks[index], marks[index + 1]];
            return {
              from: times[index] ?? 0,
              to,
              price: priceText(meanPrice(from, at)),
              changes: changesBetween(from, at),
            };
          }),
  };
}

function changesBetween(from: PriceMark | null, to: PriceMark | null): number {
  return (to?.changes ?? 0) - (from?.changes ?? 0);
}

function priceText(price: bigint | null): PriceText {
  if (price === null) return null;
  return formatAmount(divide(price, { by: 10n ** BigInt(PRICE_DECIMALS - 18), rounding: 'down' }));
}

/** Returns the time of the last final block up to which all changes of the pool are known. */
async function readUntil(db: Database): Promise<number | null> {
  const cursor = await findCursor(db, SWAP_SOURCE);
  return cursor?.block_at.getTime() ?? null;
}

async function readSpot(db: Database): Promise<PriceText> {
  const { rows } = await sql<{ price: bigint | null }>`
    select price from pool_price order by at desc, block_number desc limit 1`.execute(db);
  return priceText(rows[0]?.price ?? null);
}

type MarkRow = { at: string; weighted: bigint | null; priced_ms: bigint | null; changes: bigint | null };

/** Returns the cumulative price at each of these times, in their order; null before the first price. */
async function readMarks(db: Database, times: readonly number[]): Promise<(PriceMark | null)[]> {
  const { rows } = await sql<MarkRow>`
    select t.ms::text as at, p.weighted + coalesce(p.price, 0) * held.ms as weighted,
      p.priced_ms + case when p.price is null then 0 else held.ms end as priced_ms, p.changes
    from unnest(${times.map(String)}::bigint[]) with ordinality t (ms, position)
    left join lateral (
      select * from pool_price where at <= to_timestamp(t.ms / 1000.0) order by at desc, block_number desc limit 1
    ) p on true
    left join lateral (select t.ms - (extract(epoch from p.at) * 1000)::bigint as ms) held on true
    order by t.position`.execute(db);
  return rows.map(({ at, weighted, priced_ms, changes }) =>
    weighted === null ? null : { at: Number(at), weighted, pricedMs: Number(priced_ms), changes: Number(changes) },
  );
}
