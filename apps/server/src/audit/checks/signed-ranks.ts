import { thresholdFields } from '@city-mint/api-contract/operator/member-status-endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { NODE_TYPES } from '@city-mint/domain/team/node-type';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Finding, KnownOperators } from './kind-check.ts';
import { performedBetween, readSigned, type SignedEntry } from './signed-settings.ts';
import { unreviewed } from './unreviewed.ts';

/**
 * Returns the grants and thresholds that operators did not sign: ranks follow from them, and the
 * pools are shared by ranks. docs/money-rules.md#8-team-nodes-levels
 */
export async function findRankFaults(tx: Database, operators: KnownOperators): Promise<readonly Finding[]> {
  const grants = await listGrants(tx);
  const thresholds = await listThresholds(tx);
  return unreviewed(tx, [
    ...(grants.length === 0
      ? []
      : findGrantFaults(grants, await readSigned(tx, { action: 'memberStatus/grant' }, operators))),
    ...(thresholds.length === 0
      ? []
      : findThresholdFaults(thresholds, await readSigned(tx, { action: 'thresholds/set' }, operators))),
  ]);
}

/** Whether something stored at a time, in UTC milliseconds, can be the signed entry. */
function isOfTime(storedMs: number, { signed }: SignedEntry): boolean {
  const { from, by } = performedBetween(signed);
  return storedMs >= from && storedMs <= by;
}

type Grant = {
  readonly id: bigint;
  readonly userId: bigint;
  readonly address: string;
  readonly nodeType: number | null;
  readonly rewardLevel: number | null;
  readonly grantedMs: number;
};

async function listGrants(tx: Database): Promise<readonly Grant[]> {
  const { rows } = await sql<Grant>`
    select g.id, g.user_id as "userId", u.address, g.node_type as "nodeType", g.reward_level as "rewardLevel",
      (extract(epoch from g.granted_at) * 1000)::float8 as "grantedMs"
    from team_grant g join app_user u on u.id = g.user_id order by g.id`.execute(tx);
  return rows;
}

/** One signature is enough for a status that is not higher than the granted one. */
function findGrantFaults(grants: readonly Grant[], entries: readonly SignedEntry[]): readonly Finding[] {
  const granted = new Map<bigint, { readonly nodeType: number; readonly rewardLevel: number }>();
  const alike = Map.groupBy(entries, ({ signed }) =>
    keyOf(signed['address'], signed['nodeType'], signed['rewardLevel']),
  );
  return grants.flatMap(({ id, userId, address, nodeType, rewardLevel, grantedMs }) => {
    const before = granted.get(userId) ?? { nodeType: 0, rewardLevel: 0 };
    const next = { nodeType: nodeType ?? before.nodeType, rewardLevel: rewardLevel ?? before.rewardLevel };
    const isHigher = next.nodeType > before.nodeType || next.rewardLevel > before.rewardLevel;
    const key = keyOf(address, nodeType === null ? '' : NODE_TYPES[nodeType], rewardLevel ?? '');
    const isSigned = alike.get(key)?.some((entry) => (entry.isOfTwo || !isHigher) && isOfTime(grantedMs, entry));
    if (isSigned === true) granted.set(userId, next);
    const found = `node type ${nodeType}, level ${rewardLevel} of user ${userId}`;
    const expected = 'a grant that operators signed';
    return isSigned === true ? [] : [{ subject: `grant ${id}`, kind: null, expected, found }];
  });
}

const keyOf = (...parts: readonly unknown[]) => parts.map(String).join(' ').toLowerCase();

type Thresholds = {
  readonly version: number;
  readonly fromDay: number;
  readonly setMs: number;
  /** By the names of the fields that operators sign; amounts in base units. */
  readonly figures: Readonly<Record<string, string>>;
};

/** The announced thresholds; the first ones are the schema's. */
async function listThresholds(tx: Database): Promise<readonly Thresholds[]> {
  const { rows } = await sql<Thresholds>`
    select version, from_day as "fromDay", (extract(epoch from set_at) * 1000)::float8 as "setMs", (
        select jsonb_object_agg(name || figure, value) from (
          select n.key as name, case f.key when 'joinedDirects' then 'JoinedDirects' else 'TeamPerformance' end
              as figure, f.value
          from jsonb_each(node_thresholds) n cross join jsonb_each_text(n.value) f
          union all
          select 'level', l.key, l.value from jsonb_each_text(level_thresholds) l
        ) figures
      ) as figures
    from team_setting where version > 1 order by version`.execute(tx);
  return rows;
}

/** Days from an announcement to the day from which it applies, at the least. */
const ANNOUNCED_DAYS = 7;

function findThresholdFaults(rows: readonly Thresholds[], entries: readonly SignedEntry[]): readonly Finding[] {
  return rows.flatMap(({ version, fromDay, setMs, figures }) => {
    const isSigned = entries.some(
      (entry) =>
        entry.isOfTwo &&
        isOfTime(setMs, entry) &&
        fromDay * DAY_MS >= setMs + ANNOUNCED_DAYS * DAY_MS &&
        Object.keys(thresholdFields).every((field) => entry.signed[field] === textOf(field, figures[field])),
    );
    const expected = 'thresholds that two operators signed';
    return isSigned ? [] : [{ subject: `thresholds ${version}`, kind: null, expected, found: JSON.stringify(figures) }];
  });
}

/** A stored figure as operators sign it. */
function textOf(field: string, figure: string | undefined): string | undefined {
  if (figure === undefined || field.endsWith('JoinedDirects')) return figure;
  return /^\d+$/.test(figure) ? formatAmount(BigInt(figure)) : undefined;
}
