import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { listCursors } from '#platform/chain/cursors.ts';
import type { NumberedLogs, ObservedLog } from '#platform/chain/log-source.ts';
import { readLogs } from '#platform/chain/read-logs.ts';
import { type SurveySettings, surveyChain } from '#platform/chain/survey-chain.ts';
import type { Database } from '#platform/database/database.ts';
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
 * reading, which the next run retries from the same block.
 */
export function createPaymentFinder({ maxSpan = MAX_SPAN, ...deps }: FinderDeps): () => Promise<number> {
  let read = 0n;
  return async () => {
    const cursor = (await listCursors(deps.db)).find(({ source }) => source === deps.source.name);
    if (cursor?.halt_reason?.startsWith(UNEXPLAINED) !== true) {
      read = 0n;
      return 0;
    }
    if (read < cursor.block_number) read = cursor.block_number;
    const { node, finalized } = await surveyChain(deps);
    let recorded = 0;
    while (read < finalized.number) {
      const reachesEnd = read + maxSpan >= finalized.number;
      const toBlock = reachesEnd ? finalized.number : read + maxSpan;
      const blocks = { fromBlock: read + 1n, toBlock, withReceipts: true };
      const logs = await readLogs(node, { addresses: deps.source.addresses, ...blocks });
      const events = logs.map((log) => ({ event: deps.source.decode(log), log }));
      recorded += await insertUnknownPayments(deps.db, await withoutWithdrawal(deps.db, events.filter(isPayment)));
      read = toBlock;
    }
    return recorded;
  };
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
