import { floorShare } from '@city-mint/domain/money/division';
import { type TokenAmount, tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { reserveDrawnBefore } from '@city-mint/domain/rounds/reserve-after';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { readBalance } from '#ledger/accounts/queries.ts';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { coverageOf, type RoundNow } from '../offers/queries/rounds.ts';
import { roundStateColumn } from '../round/store/rounds.ts';
import { readKnownTerms, readWholeTerms } from '../terms/queries/known-terms.ts';

/** JU in base units: the balance of the reserve, its cap, and the amount that the treasury could add. */
export type Reserve = { readonly balance: TokenAmount; readonly cap: TokenAmount; readonly treasury: TokenAmount };

/** Returns the current reserve. */
export async function readReserve(db: Database): Promise<Reserve> {
  const { cap } = await db.selectFrom('reserve_setting').select('cap').executeTakeFirstOrThrow();
  return {
    balance: await readBalance(db, { kind: 'reserve', currency: 'JU', owner: 0n }),
    cap: tokenAmount(cap),
    treasury: await readBalance(db, { kind: 'treasury', currency: 'JU', owner: 0n }),
  };
}

/**
 * The funds that a settlement may draw on, in base units: JU of the reserve with its cap, FMC of the emission; minus
 * the amounts that computed settlements will still draw, and those frozen for a mining day.
 */
export type Funds = {
  readonly reserve: TokenAmount;
  readonly reserveCap: TokenAmount;
  readonly emission: TokenAmount;
};

/** Returns the funds from one snapshot. */
export async function readFunds(db: Database): Promise<Funds> {
  const { rows } = await sql<{ reserve: bigint; cap: bigint; emission: bigint }>`
    select reserve, cap, emission from settlement_funds()`.execute(db);
  const [funds] = rows;
  if (funds === undefined) throw new Error('the funds have no settings');
  return {
    reserve: tokenAmount(funds.reserve),
    reserveCap: tokenAmount(funds.cap),
    emission: tokenAmount(funds.emission),
  };
}

/**
 * Returns the amounts that computed settlements will still draw from the reserve (JU) and the emission (FMC), and the
 * part of the emission frozen for a mining day; base units.
 */
export async function readReservations(
  db: Database,
): Promise<{ readonly reserve: TokenAmount; readonly emission: TokenAmount }> {
  const { rows } = await sql<{ reserve: bigint; emission: bigint }>`
    select coalesce(sum(amount) filter (where fund = 'reserve'), 0) as reserve,
      coalesce(sum(amount) filter (where fund = 'emission'), 0) + (select emission_frozen from fund_lock) as emission
    from fund_reservation`.execute(db);
  return { reserve: tokenAmount(rows[0]?.reserve ?? 0n), emission: tokenAmount(rows[0]?.emission ?? 0n) };
}

/** The data for showing every round of a list. */
export type FundsNow = Funds & {
  /**
   * The amounts that rounds ending before each round may draw from the reserve first, for rounds that may still draw on
   * it.
   */
  readonly drawnBefore: ReadonlyMap<bigint, TokenAmount>;
};

/** Maximum number of rounds that count; further ones end later. */
const DRAW_LIMIT = 200;

/** Returns the current funds, and the draws on the reserve before each round. */
export async function readFundsNow(db: Database): Promise<FundsNow> {
  const [funds, drawing] = await Promise.all([
    readFunds(db),
    executePrepared(
      db,
      sql<{ round_id: bigint; terms_hash: string }>`
      select r.id as round_id, t.terms_hash from round r join round_terms t on t.round_id = r.id
      where r.state in ('scheduled', 'open', 'failed', 'liquidating')
      order by r.closes_at, r.id limit ${sql.lit(DRAW_LIMIT)}`,
    ),
  ]);
  const termsOf = await readKnownTerms(db, drawing);
  // Unreadable rounds must not remove the others from the page.
  const draws = drawing.flatMap(({ round_id: roundId, terms_hash: hash }) => {
    const terms = termsOf(hash);
    return terms === null ? [] : [{ ...terms, roundId }];
  });
  const drawnFirst = reserveDrawnBefore(funds.reserve, draws);
  return { ...funds, drawnBefore: new Map(draws.map(({ roundId }, place) => [roundId, drawnFirst[place] ?? ZERO])) };
}

/** Returns the maximum (JU, base units) that rounds which end before this one may draw from the reserve first. */
export function drawnBefore(roundId: bigint, funds: Pick<FundsNow, 'drawnBefore'>): TokenAmount {
  return funds.drawnBefore.get(roundId) ?? ZERO;
}

/**
 * The reserve's coverage of one round that may still fail, JU in base units: `maximumLoss` if it fails one unit short
 * of its quota, `budget` the current payment of the reserve.
 */
export type RoundCoverage = {
  readonly round: Pick<RoundNow, 'roundId' | 'state' | 'terms' | 'filled'>;
  readonly maximumLoss: TokenAmount;
  readonly budget: TokenAmount;
  readonly coverageBps: number;
};

/** Returns the reserve's coverage of a round that may still fail, after the draws of rounds that end before it. */
export async function readCoverageOf(
  db: Database,
  round: Pick<RoundNow, 'roundId' | 'terms'>,
): Promise<Omit<RoundCoverage, 'round'> & { readonly reserve: TokenAmount; readonly drawnFirst: TokenAmount }> {
  const funds = await readFundsNow(db);
  const drawnFirst = drawnBefore(round.roundId, funds);
  const left = tokenAmount(funds.reserve - drawnFirst);
  return {
    reserve: funds.reserve,
    drawnFirst,
    maximumLoss: floorShare(round.terms.quota, round.terms.lossBps),
    budget: floorShare(left, round.terms.reserveDrawBps),
    coverageBps: coverageOf(round.terms, left),
  };
}

const COVERAGE_LIMIT = 100;

/** Returns the reserve's balance, and its coverage of at most 100 rounds that may still fail, in order of opening. */
export async function readReserveCoverage(db: Database): Promise<{ balance: TokenAmount; rounds: RoundCoverage[] }> {
  const [balance, roundRows] = await Promise.all([
    readBalance(db, { kind: 'reserve', currency: 'JU', owner: 0n }),
    db
      .selectFrom('round')
      .innerJoin('round_terms', 'round_terms.round_id', 'round.id')
      .select(['round.id as round_id', 'round.state', 'round.filled', 'round_terms.terms_hash'])
      .where('round.state', 'in', ['scheduled', 'open'])
      .orderBy('round.opens_at')
      .limit(COVERAGE_LIMIT)
      .execute(),
  ]);
  const termsOf = await readWholeTerms(db, roundRows);
  const rounds = roundRows.flatMap(({ round_id: roundId, terms_hash: hash, state, filled }) => {
    const terms = termsOf(hash);
    if (terms === null) return [];
    const round = { roundId, state: roundStateColumn.parse(state), terms, filled: tokenAmount(filled) };
    const maximumLoss = floorShare(terms.quota, terms.lossBps);
    const budget = floorShare(balance, terms.reserveDrawBps);
    return [{ round, maximumLoss, budget, coverageBps: coverageOf(terms, balance) }];
  });
  return { balance, rounds };
}

/**
 * Sort key of a list, newest first: the time, in microseconds from 1970; 1 for a funding and 2 for a settlement; its
 * id.
 */
export type ReserveKey = { readonly atUs: bigint; readonly code: bigint; readonly id: bigint };

/** The effect of one funding or one closed settlement on the reserve; JU in base units. */
export type ReserveChange = {
  readonly key: ReserveKey;
  readonly kind: 'funding' | 'minted' | 'failed';
  readonly added: TokenAmount;
  readonly taken: TokenAmount;
  readonly round: {
    readonly roundId: bigint;
    readonly city: string;
    readonly phase: number;
    readonly number: number;
  } | null;
  /** For a funding. */
  readonly reason: string | null;
};

type ReserveChangeRow = {
  at_us: bigint;
  code: number;
  id: bigint;
  kind: string;
  added: bigint;
  taken: bigint;
  city: string | null;
  phase: number | null;
  number: number | null;
  reason: string | null;
};

const LATEST: ReserveKey = { atUs: 253_402_300_799_999_999n, code: 9n, id: 0n };
const changeKind = z.enum(['funding', 'minted', 'failed']);

/** Filters the changes of the reserve; times in UTC milliseconds, `to` exclusive. */
export type ReserveChangesPage = {
  readonly kind?: ReserveChange['kind'] | undefined;
  /** Name of a city: only settlements of its rounds. */
  readonly city?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** The key of the last one shown; null = from the newest. */
  readonly after: ReserveKey | null;
  readonly limit: number;
};

/** Returns the changes of the reserve after a key, newest first. docs/money-rules.md#5-settlement */
export async function listReserveChanges(db: Database, page: ReserveChangesPage): Promise<ReserveChange[]> {
  const { kind, city, from, limit } = page;
  const { atUs, code, id } = page.after ?? LATEST;
  const key = sql`(timestamptz 'epoch' + ${atUs.toString()}::bigint * interval '1 microsecond')`;
  const isWithin = (at: RawBuilder<unknown>, rowCode: number, rowId: RawBuilder<unknown>) => sql`
    ${at} <= ${key} and (${at}, ${rowCode}::int, ${rowId}) < (${key}, ${code}::int, ${id}::bigint)
    ${from === undefined ? sql`` : sql`and ${at} >= ${new Date(from)}`}
    ${page.to === undefined ? sql`` : sql`and ${at} < ${new Date(page.to)}`}`;
  // Reads each part by its index, no further than the page needs.
  const fundings = sql`
    (select funded_at as at, 1 as code, id, 'funding' as kind, amount as added, 0::numeric as taken,
      null::bigint as round_city, null::int as phase, null::int as number, reason
    from reserve_funding where ${isWithin(sql`funded_at`, 1, sql`id`)}
    order by funded_at desc, id desc limit ${limit}::int)`;
  const settlements = sql`
    (select s.settled_at as at, 2 as code, s.round_id as id, s.outcome as kind, drawn.added, drawn.taken,
      r.city_id as round_city, r.phase, r.number, null as reason
    from round_settlement s
    cross join lateral (
      select coalesce((s.totals ->> 'reserveIn')::numeric, 0) as added,
        coalesce((s.totals ->> 'split')::numeric, (s.totals ->> 'compensation')::numeric) as taken
    ) drawn
    join round r on r.id = s.round_id and r.state in ('minted', 'ended')
    where s.changes_reserve and ${isWithin(sql`s.settled_at`, 2, sql`s.round_id`)}
      ${city === undefined ? sql`` : sql`and s.of_city = (select id from city where name = ${city})`}
      ${kind === undefined ? sql`` : sql`and s.outcome = ${kind}`}
    order by s.settled_at desc, s.round_id desc limit ${limit}::int)`;
  const parts = [
    ...(city === undefined && (kind === undefined || kind === 'funding') ? [fundings] : []),
    ...(kind === 'funding' ? [] : [settlements]),
  ];
  if (parts.length === 0) return [];
  const { rows } = await sql<ReserveChangeRow>`
    select (extract(epoch from at) * 1000000)::bigint as at_us, code, c.id, kind, added, taken, city.name as city,
      phase, number, reason
    from (${sql.join(parts, sql` union all `)}) c left join city on city.id = c.round_city
    order by at desc, code desc, c.id desc limit ${limit}::int`.execute(db);
  return rows.map((change) => ({
    key: { atUs: change.at_us, code: BigInt(change.code), id: change.id },
    kind: changeKind.parse(change.kind),
    added: tokenAmount(change.added),
    taken: tokenAmount(change.taken),
    round:
      change.city === null || change.phase === null || change.number === null
        ? null
        : { roundId: change.id, city: change.city, phase: change.phase, number: change.number },
    reason: change.reason,
  }));
}
