import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { z } from 'zod';
import { readPayouts } from '#assets/payouts/queries.ts';
import { readBalance } from '#ledger/accounts/queries.ts';
import type { Database } from '#platform/database/database.ts';
import type { OperatorEarnings } from '#rounds/settlement/queries.ts';

const source = z.enum(['treasury', 'launch-costs']);
const state = z.enum(['approved', 'signed', 'completed', 'returned']);
const hash = z.templateLiteral(['0x', z.string()]);

/** Returns the operator's earnings from minted and from failed rounds, and its payouts with their purposes. */
export async function readOperatorProof(
  db: Database,
  { readEarnings }: { readonly readEarnings: () => Promise<OperatorEarnings> },
): Promise<ReplyOf<'GET /api/app/proof/operator'>> {
  const [earned, { newest, paid }, treasury, launchCosts] = await Promise.all([
    readEarnings(),
    readPayouts(db),
    readBalance(db, { kind: 'treasury', currency: 'JU', owner: 0n }),
    readBalance(db, { kind: 'launch-costs', currency: 'JU', owner: 0n }),
  ]);
  const figures = (of: { earned: bigint; paidOut: bigint; balance: bigint }) => ({
    earned: formatAmount(of.earned),
    paidOut: formatAmount(of.paidOut),
    balance: formatAmount(of.balance),
  });
  return {
    fromSuccesses: figures({ earned: earned.fromSuccesses, paidOut: paid.treasury, balance: treasury }),
    fromFailures: figures({ earned: earned.fromFailures, paidOut: paid['launch-costs'], balance: launchCosts }),
    payouts: newest.map((row) => ({
      at: row.paid_at.getTime(),
      source: source.parse(row.source),
      amount: formatAmount(row.amount),
      recipient: row.recipient,
      purpose: row.purpose,
      documentHash: hash.parse(row.document_hash),
      proposedBy: row.proposed_by,
      approvedBy: row.approved_by,
      state: state.parse(row.state),
      txHash: row.tx_hash === null ? null : hash.parse(row.tx_hash),
    })),
  };
}
