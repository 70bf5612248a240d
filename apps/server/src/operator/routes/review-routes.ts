import type { integrityEndpoints } from '@city-mint/api-contract/operator/integrity-endpoints';
import type { payoutEndpoints } from '@city-mint/api-contract/operator/payout-endpoints';
import { PAYOUT_SOURCES } from '@city-mint/domain/assets/decide-payout';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { listPayoutRecipients, readPayoutAccount } from '#assets/payouts/queries.ts';
import { listUnknownPayments } from '#assets/unknown-payments/queries.ts';
import { readJournalState } from '#ledger/journal/queries.ts';
import { findAccountByUid } from '#miner/queries/accounts.ts';
import { listExchangeGrants } from '#miner/queries/grants.ts';
import { listCursors } from '#platform/chain/cursors.ts';
import { listNodes } from '#platform/chain/nodes.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { readPageById } from '#platform/paging.ts';
import { findAddresses } from '#session/queries/users.ts';

type ReadDeps = { readonly db: Database };

/**
 * Returns the handlers that read what waits for the review of an operator: grants, halted indexing, errors of the
 * journal; and the accounts that payouts are of.
 */
export function reviewRoutes(deps: ReadDeps): Handlers<keyof typeof payoutEndpoints | keyof typeof integrityEndpoints> {
  return { ...payoutRoutes(deps), ...integrityRoutes(deps) };
}

function payoutRoutes({ db }: ReadDeps): Handlers<keyof typeof payoutEndpoints> {
  return {
    async 'POST /api/ops/payouts'() {
      const accounts = await Promise.all(
        PAYOUT_SOURCES.map(async (source) => {
          const { balance, left } = await readPayoutAccount(db, source);
          return { source, balance: formatAmount(balance), left: formatAmount(left) };
        }),
      );
      return { data: { accounts, recipients: await listPayoutRecipients(db) } };
    },
  };
}

function integrityRoutes({ db }: ReadDeps): Handlers<keyof typeof integrityEndpoints> {
  return {
    async 'POST /api/ops/grants'({ state, cursor, limit }) {
      const page = await readPageById(
        { cursor, limit },
        { read: (range) => listExchangeGrants(db, { state, ...range }), idOf: ({ machineId }) => machineId },
      );
      if ('refusal' in page) return page;
      const userIds = page.items.map(({ userId }) => userId);
      const addressOf = await findAddresses(db, userIds);
      const items = page.items.map(({ machineId, userId, hashRate, dueAt, acknowledgedAt, ...grant }) => ({
        machineId: machineId.toString(),
        address: addressOf(userId),
        hashRate: formatAmount(hashRate),
        dueAt: dueAt.getTime(),
        acknowledgedAt: acknowledgedAt?.getTime() ?? null,
        ...grant,
      }));
      return { data: { items, nextCursor: page.nextCursor } };
    },
    async 'POST /api/ops/exchangeAccounts'({ uid }) {
      const account = await findAccountByUid(db, uid);
      if (account === undefined) return { data: { account: null } };
      const addressOf = await findAddresses(db, [account.userId]);
      return { data: { account: { address: addressOf(account.userId), boundAt: account.boundAt.getTime() } } };
    },
    async 'POST /api/ops/chain'() {
      const sources = (await listCursors(db)).map((cursor) => ({
        source: cursor.source,
        blockNumber: cursor.block_number.toString(),
        blockHash: cursor.block_hash,
        lastSequence: cursor.last_seq.toString(),
        haltReason: cursor.halt_reason,
        updatedAt: cursor.updated_at.getTime(),
      }));
      const nodes = (await listNodes(db)).map((node) => ({ ...node, since: node.since.getTime() }));
      const unknownPayments = (await listUnknownPayments(db)).map((payment) => ({
        ...payment,
        sequence: payment.sequence.toString(),
        amount: formatAmount(payment.amount),
        covered: formatAmount(payment.covered),
        blockAt: payment.blockAt.getTime(),
      }));
      return { data: { sources, nodes, unknownPayments } };
    },
    async 'POST /api/ops/journal'() {
      const { entries, integrityError } = await readJournalState(db);
      return { data: { entries: entries.toString(), integrityError } };
    },
  };
}
