import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import type { RoundState } from '@city-mint/domain/rounds/round-state';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { lastDoneAt } from '../round/store/rounds.ts';
import { type RecordedStep, type SettledOutcome, settledOutcome } from '../round/store/steps.ts';
import { countOpenParts } from '../settlement/parts.ts';
import { SETTLEMENT_STEPS } from '../settlement/settle-step.ts';

/** A step of a settlement: the number of its parts, of completed parts, and the time of the last one. */
export type StepProgress = {
  readonly step: Exclude<RecordedStep, 'auto-mint-losses'>;
  readonly parts: number;
  readonly done: number;
  readonly lastAt: Date | null;
};

/** The state in which a round is settled, by its current state; none before its window has ended. */
const SETTLED_IN: Readonly<Partial<Record<RoundState, keyof typeof SETTLEMENT_STEPS>>> = {
  full: 'settling',
  settling: 'settling',
  minted: 'settling',
  failed: 'liquidating',
  liquidating: 'liquidating',
  cancelled: 'cancelled',
};
const BY_OUTCOME = { minted: 'settling', failed: 'liquidating', cancelled: 'cancelled' } as const;
const LATER_STAGES = [
  { step: 'stage2', per: 'chunk' },
  { step: 'stage3', per: 'chunk' },
] as const;

/**
 * Returns the settlement of a round step by step, with the later stages of a minted one; null before its window has
 * ended. Payments have one part for each range of participants, which are known once it is computed.
 */
export async function readSettlementProgress(
  db: Database,
  { roundId, state, outcome }: { roundId: bigint; state: RoundState; outcome: SettledOutcome | null },
): Promise<StepProgress[] | null> {
  const settledIn = state === 'ended' && outcome !== null ? BY_OUTCOME[outcome] : SETTLED_IN[state];
  if (settledIn === undefined) return null;
  const [chunks, openParts, { rows: steps }] = await Promise.all([
    db
      .selectFrom('round_chunk')
      .select((count) => count.fn.countAll<bigint>().as('count'))
      .where('round_id', '=', roundId)
      .executeTakeFirstOrThrow(),
    countOpenParts(db, roundId),
    sql<{ step: string; done: number; lastAt: Date }>`
      select step, count(*)::int as done, max(done_at) as "lastAt" from round_step
      where round_id = ${roundId} group by step`.execute(db),
  ]);
  const doneBy = new Map(steps.map((step) => [step.step, step]));
  const planned =
    settledIn === 'settling' ? [...SETTLEMENT_STEPS.settling, ...LATER_STAGES] : SETTLEMENT_STEPS[settledIn];
  return planned.map(({ step, per }) => {
    const { done, lastAt } = doneBy.get(step) ?? { done: 0, lastAt: null };
    // Rewards may have parts beyond those of the chunks, which are known once the step is open.
    const parts = per === 'round' ? 1 : Math.max(Number(chunks.count), done + (openParts.get(step) ?? 0));
    return { step, parts, done, lastAt };
  });
}

/** The last failed step of a round: when, how often in a row, and why. */
export type StepFailure = { readonly at: Date; readonly tries: number; readonly error: string };

/** Returns the failure that blocks a round; null if a later step succeeded, or none failed. */
export async function readFailure(db: Database, roundId: bigint): Promise<StepFailure | null> {
  const { rows } = await sql<StepFailure>`
    select at, tries, error from round_failure f
    where round_id = ${roundId} and at > ${lastDoneAt(sql`f.round_id`)}`.execute(db);
  return rows[0] ?? null;
}

/** The result of a settled round: amounts in base units, totals by the names of the settlement file. */
export type RoundResult = {
  readonly outcome: SettledOutcome;
  readonly settledAt: Date;
  readonly orders: number;
  readonly amount: TokenAmount;
  readonly totals: Readonly<Record<string, TokenAmount>>;
  readonly stages: readonly {
    readonly stage: number;
    readonly amount: TokenAmount;
    readonly dueAt: Date;
    readonly paidAt: Date | null;
  }[];
};

const storedTotals = z.record(z.string(), z.string().regex(/^\d+$/));

/** Returns the result of a round; null until its settlement is computed. */
export async function readRoundResult(db: Database, roundId: bigint): Promise<RoundResult | null> {
  const [settlement, stages] = await Promise.all([
    db
      .selectFrom('round_settlement')
      .select(['outcome', 'settled_at', 'order_count', 'amount', 'totals'])
      .where('round_id', '=', roundId)
      .executeTakeFirst(),
    db
      .selectFrom('round_stage')
      .select(['stage', 'amount', 'due_at', 'paid_at'])
      .where('round_id', '=', roundId)
      .orderBy('stage')
      .execute(),
  ]);
  if (settlement === undefined) return null;
  const totals = Object.entries(storedTotals.parse(settlement.totals));
  return {
    outcome: settledOutcome.parse(settlement.outcome),
    settledAt: settlement.settled_at,
    orders: settlement.order_count,
    amount: tokenAmount(settlement.amount),
    totals: Object.fromEntries(totals.map(([name, units]) => [name, tokenAmount(BigInt(units))])),
    stages: stages.map(({ stage, amount, due_at, paid_at }) => ({
      stage,
      amount: tokenAmount(amount),
      dueAt: due_at,
      paidAt: paid_at,
    })),
  };
}
