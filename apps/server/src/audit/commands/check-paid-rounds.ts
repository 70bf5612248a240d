import { TRANSFER_KINDS, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Finding, KnownOperators } from '../checks/kind-check.ts';
import { KIND_CHECKS } from '../checks/kind-checks.ts';
import { computeRound, planForOrders } from '../checks/round-totals.ts';
import { listReviewed, recordFindings } from './findings.ts';

/** Payments that a round may owe, of one kind and step: one for each order, or one of the round. */
type Owed = { readonly kind: TransferKind; readonly step: number; readonly to: 'orders' | 'round' };

const toOrders = (kind: TransferKind, step = 0): Owed => ({ kind, step, to: 'orders' });
const ofRound = (kind: TransferKind, step = 0): Owed => ({ kind, step, to: 'round' });

/** By the state that a round has once they are paid. The outcome decides which of them are more than 0. */
const OWED: Readonly<Record<'minted' | 'ended', readonly Owed[]>> = {
  minted: [
    ...(['principal-return', 'reward', 'split', 'mint'] as const).map((kind) => toOrders(kind)),
    ...[ofRound('mint-fee'), ofRound('vest'), ...[0, 1, 2, 3].map((step) => ofRound('fee-share', step))],
  ],
  ended: [
    ...[toOrders('principal-return'), toOrders('compensation'), ofRound('loss'), ofRound('loss', 1)],
    ...[toOrders('distribute', 2), toOrders('distribute', 3)],
  ],
};

type PaidRound = { readonly roundId: bigint; readonly state: 'minted' | 'ended' };

/**
 * Checks the rounds that were paid since the last call: each payment of more than 0 that the auditor's own totals allow
 * has its transfer. One that was left out breaks no other check. Records and returns what is missing.
 */
export async function checkPaidRounds(db: Database, operators: KnownOperators): Promise<readonly Finding[]> {
  const reviewed = await listReviewed(db);
  const { rows } = await sql<PaidRound>`
    select t.round_id as "roundId", t.state from round_transition t
    left join audit.round r on r.round_id = t.round_id
    where t.state in ('minted', 'ended') and (r.paid is null or not t.state = any (r.paid))
    order by t.round_id, t.at`.execute(db);
  const findings: Finding[] = [];
  for (const round of rows) findings.push(...(await checkRound(db, round, { reviewed, operators })));
  await recordFindings(db, findings);
  return findings;
}

type Checking = { readonly reviewed: ReadonlySet<string>; readonly operators: KnownOperators };

/** Stores that the round is checked, unless something is missing that people have not reviewed. */
function checkRound(db: Database, { roundId, state }: PaidRound, { reviewed, operators }: Checking) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows: known } = await sql`select from audit.round where round_id = ${roundId}`.execute(tx);
      const findings: Finding[] = known.length > 0 ? [] : [...(await computeRound(tx, roundId, operators))];
      await planForOrders(tx, roundId);
      for (const owed of OWED[state]) findings.push(...(await findMissing(tx, roundId, owed)));
      const open = findings.filter(({ subject }) => !reviewed.has(subject));
      if (open.length === 0)
        await sql`update audit.round set paid = array_append(paid, ${state}) where round_id = ${roundId}`.execute(tx);
      return open;
    });
}

async function findMissing(tx: Database, roundId: bigint, { kind, step, to }: Owed): Promise<readonly Finding[]> {
  const code = sql.lit(TRANSFER_KINDS[kind].code);
  // The check of the kind says what is allowed, by the rank of the order, for every source together.
  const sources =
    to === 'round'
      ? sql`select 0::bigint as id, ${roundId}::bigint as source_id`
      : sql`select rank::bigint as id, id as source_id from mint_order where round_id = ${roundId}`;
  const { rows } = await sql<{ missing: bigint; amount: bigint | null; first: bigint | null }>`
    with t as materialized (select s.id, s.source_id, ${step}::int as step, ${code} as kind from (${sources}) s),
    expected as (${KIND_CHECKS[kind].expected})
    select count(*) as missing, sum(e.amount) as amount, min(e.id) as first
    from expected e join t on t.id = e.id
    where e.amount > 0 and not exists (
      select from ledger_transfer l where l.kind = ${code} and l.source_id = t.source_id and l.step = ${step})`.execute(
    tx,
  );
  const [{ missing, amount, first } = { missing: 0n, amount: null, first: null }] = rows;
  if (missing === 0n) return [];
  const subject = `round ${roundId} ${kind}${step === 0 ? '' : ` ${step}`}`;
  const found = to === 'round' ? 'none' : `none of the order of rank ${first}, the first of them`;
  return [{ subject, kind, expected: `${missing} transfers of ${amount} together`, found }];
}
