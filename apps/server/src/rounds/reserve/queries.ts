import { floorShare } from '@city-mint/domain/money/division';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { z } from 'zod';
import { readBalance } from '#ledger/queries/read-balance.ts';
import type { Database } from '#platform/database/database.ts';
import { coverageOf, type RoundNow, selectRounds, toRoundNow } from '../offers/queries/rounds.ts';

/** JU in base units: what the reserve holds, what it keeps at most, and what the treasury could add. */
export type Reserve = { readonly balance: TokenAmount; readonly cap: TokenAmount; readonly treasury: TokenAmount };

/** The reserve as it stands. */
export async function readReserve(db: Database): Promise<Reserve> {
  const { cap } = await db.selectFrom('reserve_setting').select('cap').executeTakeFirstOrThrow();
  return {
    balance: await readBalance(db, { kind: 'reserve', currency: 'JU', owner: 0n }),
    cap: tokenAmount(cap),
    treasury: await readBalance(db, { kind: 'treasury', currency: 'JU', owner: 0n }),
  };
}

/** Of one round that may still fail: the most it could lose, full by a hair, and what the reserve would give it now; JU in base units. */
export type RoundCoverage = {
  readonly round: RoundNow;
  readonly maximumLoss: TokenAmount;
  readonly budget: TokenAmount;
  readonly coverageBps: number;
};

/** Rounds shown at most. */
const MOST = 100;

/** How far the reserve as it stands covers each round that may still fail, the next to open first. rules.md section 5. */
export async function readReserveCoverage(db: Database): Promise<{ balance: TokenAmount; rounds: RoundCoverage[] }> {
  const [{ balance }, rows] = await Promise.all([
    readReserve(db),
    selectRounds(db).where('round.state', 'in', ['scheduled', 'open']).orderBy('round.opens_at').limit(MOST).execute(),
  ]);
  const rounds = rows.map(toRoundNow).map((round) => ({
    round,
    maximumLoss: floorShare(tokenAmount(round.terms.quota), round.terms.lossBps),
    budget: floorShare(balance, round.terms.reserveDrawBps),
    coverageBps: coverageOf(round.terms, balance),
  }));
  return { balance, rounds };
}

/** Place of a movement in a list that has the newest first: when, in microseconds from 1970, 1 for a funding and 2 for a settlement, its id. */
export type ReserveKey = { readonly atUs: bigint; readonly code: bigint; readonly id: bigint };

/** What one funding or one closed settlement did to the reserve; JU in base units. */
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
  /** Of a funding. */
  readonly reason: string | null;
};

type Row = { at_us: bigint; code: number; id: bigint; kind: string; added: bigint; taken: bigint } & {
  city: string | null;
  phase: number | null;
  number: number | null;
  reason: string | null;
};

const LATEST: ReserveKey = { atUs: 253_402_300_799_999_999n, code: 9n, id: 0n };
const kinds = z.enum(['funding', 'minted', 'failed']);

/** Movements of the reserve after a place in the list (null = from the newest). rules.md section 5. */
export async function listReserveChanges(
  db: Database,
  page: { readonly after: ReserveKey | null; readonly limit: number },
): Promise<ReserveChange[]> {
  const { atUs, code, id } = page.after ?? LATEST;
  const { rows } = await sql<Row>`
    select * from (
      select (extract(epoch from funded_at) * 1000000)::bigint as at_us, 1 as code, id, 'funding' as kind, amount as added, 0::numeric as taken,
        null as city, null::int as phase, null::int as number, reason
      from reserve_funding
      union all
      select (extract(epoch from s.settled_at) * 1000000)::bigint, 2, s.round_id, s.outcome,
        coalesce((s.totals ->> 'reserveIn')::numeric, 0), coalesce((s.totals ->> 'split')::numeric, (s.totals ->> 'compensation')::numeric),
        c.name, r.phase, r.number, null
      from round_settlement s
      join round r on r.id = s.round_id and r.state in ('minted', 'ended') join city c on c.id = r.city_id
    ) movement
    where added + taken > 0 and (at_us, code, id) < (${atUs}::bigint, ${code}::int, ${id}::bigint)
    order by at_us desc, code desc, id desc limit ${page.limit}::int`.execute(db);
  return rows.map((row) => ({
    key: { atUs: row.at_us, code: BigInt(row.code), id: row.id },
    kind: kinds.parse(row.kind),
    added: tokenAmount(row.added),
    taken: tokenAmount(row.taken),
    round:
      row.city === null || row.phase === null || row.number === null
        ? null
        : { roundId: row.id, city: row.city, phase: row.phase, number: row.number },
    reason: row.reason,
  }));
}

/** What a settlement may draw on, in base units: JU of the reserve and its cap, FMC not yet released nor set aside for a mining day. */
export type Funds = { readonly reserve: TokenAmount; readonly reserveCap: TokenAmount; readonly emission: TokenAmount };

/**
 * The funds as they stand; nobody else draws on them while the caller's round holds the settlement turn, but for what is set aside. Who needs
 * them to the unit locks the turn's row first: a mining day gives back its hold and pays in one transaction.
 */
export async function readFunds(db: Database): Promise<Funds> {
  const setting = await db.selectFrom('reserve_setting').select('cap').executeTakeFirstOrThrow();
  const turn = await db.selectFrom('settlement_slot').select('emission_frozen').executeTakeFirstOrThrow();
  const emission = await readBalance(db, { kind: 'emission', currency: 'FMC', owner: 0n });
  return {
    reserve: await readBalance(db, { kind: 'reserve', currency: 'JU', owner: 0n }),
    reserveCap: tokenAmount(setting.cap),
    // Without the lock the two figures may be of different moments; then the smaller one is nothing, never less.
    emission: tokenAmount(emission > turn.emission_frozen ? emission - turn.emission_frozen : 0n),
  };
}
