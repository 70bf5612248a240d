import type { integrityEndpoints } from '@city-mint/api-contract/operator/integrity-endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { readVaultState, type VaultState } from '#assets/queries/vault-state.ts';
import { listUnknownPayments } from '#assets/unknown-payments/queries.ts';
import { findAccountByUid } from '#miner/queries/accounts.ts';
import { listExchangeGrants } from '#miner/queries/grants.ts';
import { listCursors } from '#platform/chain/cursors.ts';
import { listNodes } from '#platform/chain/nodes.ts';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { readPageById } from '#platform/paging.ts';
import { findAddresses, findUserId } from '#session/queries/users.ts';

type ReadDeps = { readonly db: Database };

/**
 * Returns the handlers that read grants to the exchange, accounts there, the state of the chain reader, and the vault.
 */
export function integrityRoutes(deps: ReadDeps): Handlers<keyof typeof integrityEndpoints> {
  return { ...exchangeRoutes(deps), ...chainRoutes(deps) };
}

function exchangeRoutes({ db }: ReadDeps): Handlers<'POST /api/ops/grants' | 'POST /api/ops/exchangeAccounts'> {
  return {
    async 'POST /api/ops/grants'({ state, address, cursor, limit }) {
      const wanted = address === undefined ? undefined : await findUserId(db, address);
      if (wanted === null) return { refusal: 'unknown-address', details: { field: 'address' } };
      const page = await readPageById(
        { cursor, limit },
        {
          read: (range) => listExchangeGrants(db, { state, userId: wanted, ...range }),
          idOf: ({ machineId }) => machineId,
        },
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
  };
}

function chainRoutes({ db }: ReadDeps): Handlers<'POST /api/ops/chain'> {
  return {
    async 'POST /api/ops/chain'() {
      const [at, cursors, recordedNodes, payments, vault] = await Promise.all([
        databaseTime(db),
        listCursors(db),
        listNodes(db),
        listUnknownPayments(db),
        readVaultState(db),
      ]);
      const sources = cursors.map((cursor) => ({
        source: cursor.source,
        blockNumber: cursor.block_number.toString(),
        blockHash: cursor.block_hash,
        lastSequence: cursor.last_seq.toString(),
        blockAt: cursor.block_at.getTime(),
        haltReason: cursor.halt_reason,
        updatedAt: cursor.updated_at.getTime(),
        headNumber: cursor.head_number?.toString() ?? null,
        headAt: cursor.head_at?.getTime() ?? null,
        finalizedNumber: cursor.finalized_number?.toString() ?? null,
        confirmationsNeeded: cursor.confirmations_needed,
      }));
      const nodes = recordedNodes.map(({ since, reportedAt, ...node }) => ({
        ...node,
        since: since.getTime(),
        reportedAt: reportedAt.getTime(),
      }));
      const unknownPayments = payments.map((payment) => ({
        ...payment,
        sequence: payment.sequence.toString(),
        amount: formatAmount(payment.amount),
        covered: formatAmount(payment.covered),
        blockAt: payment.blockAt.getTime(),
        examinedAt: payment.examinedAt?.getTime() ?? null,
      }));
      return { data: { at, sources, nodes, unknownPayments, vault: vault === undefined ? null : vaultToWire(vault) } };
    },
  };
}

function vaultToWire({ vault, blockNumber, lastSequence, readAt, tokens, ...state }: VaultState) {
  return {
    ...state,
    address: vault,
    blockNumber: blockNumber.toString(),
    lastSequence: lastSequence.toString(),
    readAt: readAt.getTime(),
    tokens: tokens.map(({ currency, listed, windowSeconds, ceilingSeconds, ...amounts }) => ({
      ...{ currency, listed },
      windowSeconds: Number(windowSeconds),
      ceilingSeconds: Number(ceilingSeconds),
      minimumDeposit: formatAmount(amounts.minimumDeposit),
      windowCap: formatAmount(amounts.windowCap),
      windowLeft: formatAmount(amounts.windowLeft),
      ceilingCap: formatAmount(amounts.ceilingCap),
      accounted: formatAmount(amounts.accounted),
    })),
  };
}
