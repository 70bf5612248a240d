import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { createFaultPauses } from '#platform/chain/fault-pauses.ts';
import type { NumberedLogs, ObservedLog } from '#platform/chain/log-source.ts';
import { readFaultOf } from '#platform/chain/read-fault.ts';
import { readLogs } from '#platform/chain/read-logs.ts';
import { createSpan } from '#platform/chain/span.ts';
import { type Cursor, findCursor, lockCursor } from '#platform/chain/store.ts';
import { type SurveySettings, surveyChain } from '#platform/chain/survey-chain.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { VaultEvent } from '../vault-event.ts';
import { findExplaining, insertUnknownPayments } from './store.ts';
import { type FoundPayment, UNEXPLAINED } from './unknown-payment-error.ts';

export type FinderDeps = SurveySettings & {
  readonly db: Database;
  readonly source: NumberedLogs<VaultEvent>;
  /** Maximum number of blocks per read. */
  readonly maxSpan?: bigint;
};

const MAX_SPAN = 2_000n;

/**
 * Returns a job that records, while an unknown payment halts the indexer, all further payments up to the final block
 * that no withdrawal explains, so that operators book them in one batch. It resolves to how many it recorded. Nothing
 * is booked by it: a payment that the ledger reads differently later halts the indexer again. Throws the errors of
 * reading; the next run retries from the same block, with fewer blocks or after a pause as the indexer does.
 */
export function createPaymentFinder({ maxSpan = MAX_SPAN, ...deps }: FinderDeps): () => Promise<number> {
  let read = 0n;
  const span = createSpan(maxSpan);
  const pauses = createFaultPauses(span);
  return async () => {
    const cursor = await findCursor(deps.db, deps.source.name);
    if (!isHalted(cursor)) {
      read = 0n;
      return 0;
    }
    if (pauses.isPausing()) return 0;
    if (read < cursor.block_number) read = cursor.block_number;
    let recorded = 0;
    try {
      const { node, finalized } = await surveyChain(deps);
      while (read < finalized.number) {
        const reachesEnd = read + span.blocks() >= finalized.number;
        const toBlock = reachesEnd ? finalized.number : read + span.blocks();
        const blocks = { fromBlock: read + 1n, toBlock, withReceipts: true };
        const logs = await readLogs(node, { addresses: deps.source.addresses, ...blocks });
        recorded += await record(deps, logs.map((log) => ({ event: deps.source.decode(log), log })).filter(isPayment));
        read = toBlock;
        pauses.end();
        span.succeeded(undefined);
      }
      return recorded;
    } catch (error) {
      pauses.record(readFaultOf(error));
      throw error;
    }
  };
}

function isHalted(cursor: Cursor | undefined): cursor is Cursor {
  return cursor?.halt_reason?.startsWith(UNEXPLAINED) === true;
}

/**
 * Inserts the payments that no withdrawal explains. Holds the cursor, so that reading does not resume meanwhile: it
 * would complete a withdrawal that was approved after this looked, and leave a payment open that no event closes.
 */
function record({ db, source }: FinderDeps, payments: readonly FoundPayment[]): Promise<number> {
  return inTransaction(db, async (tx) => {
    if (!isHalted(await lockCursor(tx, source.name))) return 0;
    return insertUnknownPayments(tx, await withoutWithdrawal(tx, payments));
  });
}

function isPayment(observed: {
  readonly event: VaultEvent | undefined;
  readonly log: ObservedLog<VaultEvent>['log'];
}): observed is FoundPayment {
  return observed.event?.kind === 'withdrawn';
}

/** Returns the payments that the indexer will not complete as withdrawals. */
async function withoutWithdrawal(db: Database, payments: readonly FoundPayment[]): Promise<FoundPayment[]> {
  const rows = await findExplaining(
    db,
    payments.map(({ event }) => event.voucherId),
  );
  return payments.filter(({ event }) => {
    const row = rows.get(event.voucherId);
    return (
      row?.account !== event.account ||
      row.recipient !== event.to ||
      row.currency !== CURRENCIES[event.currency] ||
      row.amount !== event.amount
    );
  });
}
