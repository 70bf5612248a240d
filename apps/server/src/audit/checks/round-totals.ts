import { assertNever } from '@city-mint/domain/assert-never';
import { floorShare } from '@city-mint/domain/money/division';
import { smallestAmount, type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { mintStages } from '@city-mint/domain/rounds/settle-minted';
import { parseTerms } from '@city-mint/domain/rounds/terms';
import { termsHash } from '@city-mint/domain/rounds/terms-json';
import { sql } from 'kysely';
import { keccak256, toBytes } from 'viem';
import type { Database } from '#platform/database/database.ts';
import type { Finding, KnownOperators, TransferRange } from './kind-check.ts';
import { followPerformance } from './own-figures.ts';
import { areOwnOrders } from './own-joins.ts';
import { IS_QUALIFIED, WITH_INVITER } from './qualified-inviters.ts';
import { findCapFault } from './signed-settings.ts';
import { findTermsFault } from './signed-terms.ts';
import { unreviewed } from './unreviewed.ts';

/** Terms of a round, the funds that its settlement started with, and whether it was cancelled; base units. */
type RoundSource = {
  readonly roundId: bigint;
  readonly settledAt: string;
  /** UTC milliseconds. */
  readonly settledMs: number;
  readonly isCancelled: boolean;
  readonly terms: unknown;
  readonly quota: bigint;
  readonly mintAmount: bigint;
  readonly mintFeeBps: number;
  readonly lossBps: number;
  readonly stageBps: [number, number, number];
  readonly referralBps: number;
  readonly nodesBps: number;
  readonly levelsBps: number;
  readonly treasuryBps: number;
  readonly reserveDrawBps: number;
  readonly compensationTimesBps: number;
  readonly reserve: bigint;
  readonly cap: bigint;
  readonly emission: bigint;
};

type SettledSource = RoundSource & { readonly orders: bigint; readonly amount: bigint };

/** A row of audit.round without its id, outcome, time, terms and amount. */
type Totals = Readonly<Record<string, bigint | number | boolean | null>>;

/**
 * Computes the totals of the settled rounds whose payments are in the range, unless they are known. Returns their
 * faults.
 */
export async function computeRounds(
  tx: Database,
  { after, upTo }: TransferRange,
  operators: KnownOperators,
): Promise<readonly Finding[]> {
  const { rows } = await sql<{ roundId: bigint }>`
    select s.round_id as "roundId" from (
      select distinct coalesce(o.round_id, t.source_id) as round_id
      from ledger_transfer t
      left join mint_order o on o.id = t.source_id and t.kind in (6, 8, 11, 12, 14, 18)
      where t.id > ${after} and t.id <= ${upTo} and t.kind in (6, 7, 8, 9, 10, 11, 12, 13, 14, 18)
    ) s where not exists (select from audit.round r where r.round_id = s.round_id) order by 1`.execute(tx);
  const faults: Finding[] = [];
  for (const { roundId } of rows) faults.push(...(await computeRound(tx, roundId, operators)));
  return faults;
}

/**
 * Computes and stores the totals of a round by terms and a cap of the reserve that operators signed; returns the faults
 * of these. Stores nothing with a fault, for a round without a settlement, or whose orders cannot be settled, or are
 * not those that joined: it then allows no payment.
 */
export async function computeRound(
  tx: Database,
  roundId: bigint,
  operators: KnownOperators,
): Promise<readonly Finding[]> {
  const source = await readSource(tx, roundId);
  const terms = parseTerms(source?.terms);
  if (source === undefined || !terms.ok) return [];
  const hash = termsHash(terms.terms, (utf8) => keccak256(toBytes(utf8)));
  const faults = await unreviewed(tx, [
    ...(await findTermsFault(tx, { roundId, terms: terms.terms, hash }, operators)),
    ...(source.isCancelled ? [] : await findCapFault(tx, source, operators)),
  ]);
  if (faults.length > 0) return faults;
  const { orders, lastRank, amount } = await countOrders(tx, roundId);
  if (orders !== lastRank || amount > source.quota) return [];
  if (!(await areOwnOrders(tx, { roundId, orders, amount }))) return [];
  const outcome = source.isCancelled ? 'cancelled' : amount === source.quota ? 'minted' : 'failed';
  const row = { round_id: roundId, outcome, settled_at: source.settledAt, terms_hash: hash, amount };
  const columns = { ...row, ...(await totalsOf(tx, outcome, { ...source, orders, amount })) };
  await sql`insert into audit.round (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(columns))})`.execute(tx);
  await followPerformance(tx, { roundId, outcome });
  return [];
}

function totalsOf(
  tx: Database,
  outcome: 'minted' | 'failed' | 'cancelled',
  source: SettledSource,
): Promise<Totals> | Totals {
  switch (outcome) {
    case 'minted':
      return mintedTotals(tx, source);
    case 'failed':
      return failedTotals(tx, source);
    case 'cancelled':
      return { withheld_bps: 0, rewarded_bps: 0 };
    default:
      return assertNever(outcome);
  }
}

async function readSource(tx: Database, roundId: bigint): Promise<RoundSource | undefined> {
  const { rows } = await sql<RoundSource>`
    select s.round_id as "roundId", s.settled_at::text as "settledAt",
      (extract(epoch from s.settled_at) * 1000)::float8 as "settledMs",
      exists (select from round_cancellation c where c.round_id = s.round_id) as "isCancelled", t.terms,
      (t.terms->>'quota')::numeric as quota, (t.terms->>'mintAmount')::numeric as "mintAmount",
      (t.terms->>'mintFeeBps')::int as "mintFeeBps", (t.terms->>'lossBps')::int as "lossBps",
      t.terms->'stageBps' as "stageBps", (t.terms->>'referralBps')::int as "referralBps",
      (t.terms->>'nodesBps')::int as "nodesBps", (t.terms->>'levelsBps')::int as "levelsBps",
      (t.terms->>'treasuryBps')::int as "treasuryBps", (t.terms->>'reserveDrawBps')::int as "reserveDrawBps",
      (t.terms->>'compensationTimesBps')::int as "compensationTimesBps",
      s.reserve_balance as reserve, s.reserve_cap as cap, s.emission_remaining as emission
    from round_settlement s join round_terms t on t.round_id = s.round_id where s.round_id = ${roundId}`.execute(tx);
  return rows[0];
}

/** Each order is read by the database, one after the other: memory does not grow with the round. */
async function countOrders(tx: Database, roundId: bigint) {
  const { rows } = await sql<{ orders: bigint; lastRank: bigint; amount: bigint }>`
    select count(*) as orders, coalesce(max(rank), 0)::bigint as "lastRank", coalesce(sum(accepted), 0) as amount
    from mint_order where round_id = ${roundId}`.execute(tx);
  return rows[0] ?? { orders: 0n, lastRank: 0n, amount: 0n };
}

/** Returns the sum of the parts that are withheld of the orders. */
async function sumWithheld(tx: Database, roundId: bigint, bps: number): Promise<TokenAmount> {
  const { rows } = await sql<{ withheld: bigint }>`
    select coalesce(sum(div(accepted * ${bps}::int, 10000)), 0) as withheld
    from mint_order where round_id = ${roundId}`.execute(tx);
  return tokenAmount(rows[0]?.withheld ?? 0n);
}

/** From this number of orders on, one pass over each table takes less time than a lookup for each order. */
const LARGE_ROUND = 10_000n;

/** Plans statements over the orders of a round in one pass, or by a lookup for each order; resolves afterwards. */
export async function planForOrders(tx: Database, roundId: bigint): Promise<void> {
  const { orders } = await countOrders(tx, roundId);
  await planForRound(tx, orders >= LARGE_ROUND);
}

async function planForRound(tx: Database, isPass: boolean): Promise<void> {
  await sql`select set_config('enable_nestloop', ${isPass ? 'off' : 'on'}, true),
    set_config('enable_seqscan', ${isPass ? 'on' : 'off'}, true)`.execute(tx);
}

/** Returns the sum of the rewards to qualified inviters. */
async function sumRewards(tx: Database, source: SettledSource): Promise<bigint> {
  const { roundId, settledAt, mintFeeBps, referralBps } = source;
  if (mintFeeBps === 0 || referralBps === 0) return 0n;
  const isLarge = source.orders >= LARGE_ROUND;
  if (isLarge) await planForRound(tx, true);
  const { rows } = await sql<{ reward: bigint }>`
    select coalesce(sum(div(div(o.accepted * ${mintFeeBps}::int, 10000) * ${referralBps}::int, 10000)), 0) as reward
    from mint_order o cross join (select ${settledAt}::timestamptz as settled_at) r
    ${WITH_INVITER}
    where o.round_id = ${roundId} and ${IS_QUALIFIED}`.execute(tx);
  if (isLarge) await planForRound(tx, false);
  return rows[0]?.reward ?? 0n;
}

async function mintedTotals(tx: Database, source: SettledSource): Promise<Totals> {
  const fee = await sumWithheld(tx, source.roundId, source.mintFeeBps);
  const nodes = floorShare(fee, source.nodesBps);
  const levels = floorShare(fee, source.levelsBps);
  const treasury = floorShare(fee, source.treasuryBps);
  const reserveIn = tokenAmount(fee - (await sumRewards(tx, source)) - nodes - levels - treasury);
  const surplus = smallestAmount(reserveIn, source.reserve + reserveIn - source.cap);
  const released = smallestAmount(tokenAmount(source.mintAmount), source.emission);
  const [stage1, stage2, stage3] = mintStages(released, source.stageBps);
  const more = await findRemainders(tx, source, [surplus, stage1, stage2, stage3]);
  return {
    ...{ withheld_bps: source.mintFeeBps, rewarded_bps: source.referralBps },
    ...{ fee, nodes, levels, treasury, reserve_in: reserveIn, split: surplus, stage1, stage2, stage3 },
    ...{ split_more: more[0] ?? 0n, stage1_more: more[1] ?? 0n, stage2_more: more[2] ?? 0n },
    stage3_more: more[3] ?? 0n,
  };
}

/** What remains of each total when each order gets its share rounded down. */
async function findRemainders(
  tx: Database,
  { roundId, amount }: SettledSource,
  totals: readonly TokenAmount[],
): Promise<readonly bigint[]> {
  const remainders = totals.map(
    (total) => sql`${total}::numeric - coalesce(sum(div(accepted * ${total}::numeric, ${amount}::numeric)), 0)`,
  );
  const { rows } = await sql<{ remainders: bigint[] }>`
    select array[${sql.join(remainders)}] as remainders from mint_order where round_id = ${roundId}`.execute(tx);
  return rows[0]?.remainders ?? [];
}

async function failedTotals(tx: Database, source: SettledSource): Promise<Totals> {
  const loss = await sumWithheld(tx, source.roundId, source.lossBps);
  const budget = floorShare(tokenAmount(source.reserve), source.reserveDrawBps);
  const compensation = smallestAmount(loss, budget);
  const reserveIn = smallestAmount(loss, source.cap - (source.reserve - compensation));
  const last = budget < loss ? await findLastCovered(tx, source, budget) : undefined;
  return {
    ...{ withheld_bps: source.lossBps, rewarded_bps: source.compensationTimesBps, reserve_in: reserveIn },
    launch_costs: loss - reserveIn,
    ...{ last_late: last?.late ?? null, last_rank: last?.rank ?? null, last_part: last?.part ?? null },
  };
}

/** Returns the order at which the budget ends, and its part: losses are covered in reverse rank, late ones last. */
async function findLastCovered(
  tx: Database,
  { roundId, lossBps }: RoundSource,
  budget: TokenAmount,
): Promise<{ readonly late: boolean; readonly rank: bigint; readonly part: bigint } | undefined> {
  const { rows } = await sql<{ late: boolean; rank: bigint; part: bigint }>`
    select late, rank::bigint as rank, ${budget}::numeric - (until - loss) as part from (
      select late, rank, loss, sum(loss) over (order by late, rank desc) as until from (
        select late, rank, div(accepted * ${lossBps}::int, 10000) as loss from mint_order where round_id = ${roundId}
      ) losses
    ) sums where until > ${budget}::numeric order by late, rank desc limit 1`.execute(tx);
  return rows[0];
}
