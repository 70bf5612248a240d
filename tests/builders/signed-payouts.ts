import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { DECIDERS, decide } from './signed-decisions.ts';

/** What a payout of tests pays: base units to a registered wallet. */
export type BuiltPayout = {
  readonly source: 'treasury' | 'launch-costs';
  readonly amount: bigint;
  readonly recipient: string;
};

const DOCUMENT = `0x${'0'.repeat(64)}`;
const PURPOSE = 'a purpose';

/** The action of a payout, as its operators sign it. */
export const payoutAction = ({ source, amount, recipient }: BuiltPayout) => ({
  key: 'POST /api/ops/payouts/pay' as const,
  fields: { source, amount: formatAmount(amount), recipient, purpose: PURPOSE, documentHash: DOCUMENT },
  subject: `payouts ${source}`,
});

type By = { readonly proposedBy: string; readonly approvedBy: string; readonly signedId: string };

/** Pays as the process of operators does, by a signed request; resolves afterwards. */
export async function payBy(db: Database, payout: BuiltPayout, by: By): Promise<void> {
  const { source, amount, recipient } = payout;
  await sql`select pay_operator(${source}, ${amount}::numeric, ${recipient}, ${PURPOSE}, ${DOCUMENT}, ${by.proposedBy},
    ${by.approvedBy}, ${by.signedId}::uuid)`.execute(db);
}

/** Pays what two operators of tests signed; resolves afterwards. */
export async function paySigned(db: Database, payout: BuiltPayout): Promise<void> {
  const [proposer, approver] = DECIDERS;
  const signedId = await decide(db, payoutAction(payout));
  await payBy(db, payout, { proposedBy: proposer.address, approvedBy: approver.address, signedId });
}
