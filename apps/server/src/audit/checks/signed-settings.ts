import { SIGNATURE_CLOCK_MS, SIGNATURE_VALID_MS } from '@city-mint/api-contract/operator/action-signature';
import type { MiningSetting } from '@city-mint/domain/miner/check-mining-setting';
import { parseAmount } from '@city-mint/domain/money/amount-text';
import { divide } from '@city-mint/domain/money/division';
import { smallestAmount, type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import type { PoolSetting } from '@city-mint/domain/rewards/check-pool-setting';
import { DAY_MS, MINUTE_MS } from '@city-mint/domain/time/durations';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Finding, KnownOperators } from './kind-check.ts';
import { findChange, issuedAt, LOGGED, type LoggedAction, type SignedMessage } from './signed-decision.ts';

/**
 * Settings as operators signed them; the stored ones are not read. Before the first signature those with which the
 * schema begins hold, which tests compare.
 */
export const FIRST_SETTINGS: {
  readonly mining: MiningSetting;
  readonly pools: PoolSetting;
  readonly cap: TokenAmount;
} = {
  mining: {
    dailyEmission: tokenAmount(10_000n * 10n ** 18n),
    fullHash: tokenAmount(1_000_000n * 10n ** 18n),
    machineLifetimeDays: 365,
  },
  pools: { nodesReleaseBps: 1_000, levelsReleaseBps: 1_000 },
  cap: tokenAmount(100_000n * 10n ** 18n),
};

/** An action that operators signed, as an entry of the log has it. */
export type SignedEntry = { readonly signed: SignedMessage; readonly isOfTwo: boolean };

type Wanted = {
  readonly action:
    | 'mining/set'
    | 'pools/set'
    | 'reserve/cap'
    | 'thresholds/set'
    | 'memberStatus/grant'
    | 'plans/publish';
  /** A condition on the entries `l`; without one all of the action. */
  readonly of?: RawBuilder<unknown>;
};

/** Returns the signed entries of an action in the log, in their order. Each signature is verified once. */
export async function readSigned(
  tx: Database,
  { action, of = sql`true` }: Wanted,
  operators: KnownOperators,
): Promise<readonly SignedEntry[]> {
  const { rows: unknown } = await sql<LoggedAction>`
    select ${LOGGED} from operator_log l
    where l.action = ${action} and ${of} and not exists (select from audit.signed_setting s where s.log_id = l.id)
    order by l.id`.execute(tx);
  for (const entry of unknown) {
    const change = await findChange(tx, entry, operators);
    if (change === undefined) continue;
    await sql`
      insert into audit.signed_setting (log_id, action, is_of_two, signed)
      values (${entry.id}, ${action}, ${change.isOfTwo}, ${JSON.stringify(change.message)})
      on conflict do nothing`.execute(tx);
  }
  const { rows } = await sql<SignedEntry>`
    select s.signed, s.is_of_two as "isOfTwo" from operator_log l join audit.signed_setting s on s.log_id = l.id
    where l.action = ${action} and ${of} order by l.id`.execute(tx);
  return rows;
}

/** The transaction of an action, before and after its signature is accepted. */
const LONGEST_ACTION_MS = MINUTE_MS;

/** The earliest and the latest time at which something signed can have been performed, UTC milliseconds. */
export function performedBetween(signed: SignedMessage): { readonly from: number; readonly by: number } {
  const at = issuedAt(signed);
  return { from: at - SIGNATURE_CLOCK_MS - LONGEST_ACTION_MS, by: at + SIGNATURE_VALID_MS + LONGEST_ACTION_MS };
}

/** A setting, and between which times it was set. */
type DatedSetting<Value> = { readonly value: Value; readonly from: number; readonly by: number };

type Reading<Value> = {
  readonly first: Value;
  readonly read: (signed: SignedMessage) => Value | undefined;
  /** Whether a setting permits no more than the one before, so that one signature is enough. */
  readonly permitsNoMore: (next: Value, before: Value) => boolean;
};

/** Returns the settings in their order. One that was signed before the last and was held back never applied. */
function settingsOf<Value>(
  entries: readonly SignedEntry[],
  { first, read, permitsNoMore }: Reading<Value>,
): readonly DatedSetting<Value>[] {
  let last: DatedSetting<Value> = { value: first, from: 0, by: 0 };
  const settings = [last];
  for (const { signed, isOfTwo } of entries) {
    const value = read(signed);
    const times = performedBetween(signed);
    if (value === undefined || times.by < last.from || !(isOfTwo || permitsNoMore(value, last.value))) continue;
    last = { value, ...times };
    settings.push(last);
  }
  return settings;
}

/** Returns the settings that may have applied at a time or on a day: more than one only around a change. */
function appliedAt<Value>(
  settings: readonly DatedSetting<Value>[],
  at: number,
  begins: (set: number) => number,
): readonly Value[] {
  const last = settings.findLastIndex(({ by }) => begins(by) <= at);
  return settings.slice(Math.max(last, 0)).flatMap(({ value, from }) => (begins(from) <= at ? [value] : []));
}

/** Settings of days apply from the UTC day after that of the action. */
const nextDay = (set: number) => Math.floor(set / DAY_MS) + 1;

/** Returns the settings of mining days that operators signed. */
export async function readMining(tx: Database, operators: KnownOperators) {
  const settings = settingsOf(await readSigned(tx, { action: 'mining/set' }, operators), {
    first: FIRST_SETTINGS.mining,
    read: miningOf,
    permitsNoMore: (next, before) =>
      next.dailyEmission <= before.dailyEmission &&
      next.fullHash >= before.fullHash &&
      next.machineLifetimeDays <= before.machineLifetimeDays,
  });
  const onDay = (day: number) => appliedAt(settings, day, nextDay);
  return {
    /** Returns the most that a UTC day with this hash power may release. */
    mostOfDay(day: number, hashRate: bigint): bigint {
      let most = 0n;
      for (const { dailyEmission, fullHash } of onDay(day)) {
        const mining = smallestAmount(tokenAmount(hashRate), fullHash);
        const release = divide(dailyEmission * mining, { by: fullHash, rounding: 'down' });
        if (release > most) most = release;
      }
      return most;
    },
    /** The longest lives of machines that are claimed from these UTC days on. */
    lives: [...new Set(settings.flatMap(({ from, by }) => [nextDay(from), nextDay(by)]))].map((day) => ({
      day,
      longest: Math.max(...onDay(day).map(({ machineLifetimeDays }) => machineLifetimeDays)),
    })),
  };
}

function miningOf(signed: SignedMessage): MiningSetting | undefined {
  const [daily, full] = [parseAmount(signed['dailyEmission']), parseAmount(signed['fullHash'])];
  const machineLifetimeDays = Number(signed['machineLifetimeDays']);
  if (!daily.ok || !full.ok || full.amount <= 0n || !Number.isSafeInteger(machineLifetimeDays)) return undefined;
  return { dailyEmission: daily.amount, fullHash: full.amount, machineLifetimeDays };
}

/** Returns the releases of the pools that operators signed. */
export async function readPools(tx: Database, operators: KnownOperators) {
  const settings = settingsOf(await readSigned(tx, { action: 'pools/set' }, operators), {
    first: FIRST_SETTINGS.pools,
    read: poolsOf,
    permitsNoMore: (next, before) =>
      next.nodesReleaseBps <= before.nodesReleaseBps && next.levelsReleaseBps <= before.levelsReleaseBps,
  });
  return {
    /** Returns the most that a pool may release on a UTC day, in bps. */
    mostOfDay: (day: number, pool: 'nodes' | 'levels'): number =>
      Math.max(...appliedAt(settings, day, nextDay).map((setting) => setting[`${pool}ReleaseBps`])),
  };
}

function poolsOf(signed: SignedMessage): PoolSetting | undefined {
  const [nodesReleaseBps, levelsReleaseBps] = [Number(signed['nodesReleaseBps']), Number(signed['levelsReleaseBps'])];
  return Number.isSafeInteger(nodesReleaseBps) && Number.isSafeInteger(levelsReleaseBps)
    ? { nodesReleaseBps, levelsReleaseBps }
    : undefined;
}

type CappedSettlement = { readonly roundId: bigint; readonly cap: bigint; readonly settledMs: number };

/** Returns a fault unless a settlement had the cap of the reserve that two operators signed, or the first one. */
export async function findCapFault(
  tx: Database,
  { roundId, cap, settledMs }: CappedSettlement,
  operators: KnownOperators,
): Promise<readonly Finding[]> {
  const settings = settingsOf(await readSigned(tx, { action: 'reserve/cap' }, operators), {
    first: FIRST_SETTINGS.cap,
    read: (signed) => {
      const read = parseAmount(signed['cap']);
      return read.ok ? read.amount : undefined;
    },
    permitsNoMore: () => false,
  });
  const caps: readonly bigint[] = appliedAt(settings, settledMs, (set) => set);
  if (caps.includes(cap)) return [];
  const expected = `the cap of the reserve that two operators signed: ${caps.join(' or ')}`;
  return [{ subject: `round ${roundId} cap`, kind: null, expected, found: `${cap}` }];
}
