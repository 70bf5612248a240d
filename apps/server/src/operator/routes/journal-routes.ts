import type { journalEndpoints } from '@city-mint/api-contract/operator/journal-endpoints';
import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { listJournalEntries, readSealedJournal } from '#ledger/journal/queries.ts';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { readPageById } from '#platform/paging.ts';
import { listAnchors } from '#proof/queries/list-anchors.ts';
import { readAnchorings, WAITING_ANCHORING } from '#proof/queries/read-anchorings.ts';
import { listLiabilities } from '#proof/queries/read-liabilities.ts';

/** Returns the handlers that read the ledger's journal, anchored roots, and the trees of liabilities. */
export function journalRoutes({ db }: { readonly db: Database }): Handlers<keyof typeof journalEndpoints> {
  return {
    async 'POST /api/ops/journal'() {
      const [at, journal] = await Promise.all([databaseTime(db), readSealedJournal(db)]);
      return {
        data: {
          at,
          entries: journal.entries.toString(),
          lastTransferId: journal.lastTransferId.toString(),
          lastHash: journal.hash,
          lastSealedAt: journal.lastSealedAt?.getTime() ?? null,
          unsealedSeconds: journal.unsealedSeconds,
          auditedAt: journal.auditedAt?.getTime() ?? null,
          integrityError: journal.integrityError,
        },
      };
    },
    async 'POST /api/ops/journal/entries'({ cursor, limit }) {
      const page = await readPageById(
        { cursor, limit },
        { read: (range) => listJournalEntries(db, range), idOf: ({ number }) => number },
      );
      if ('refusal' in page) return page;
      const items = page.items.map(({ number, firstId, lastId, transfers, hash, sealedAt }) => ({
        number: number.toString(),
        firstTransferId: firstId.toString(),
        lastTransferId: lastId.toString(),
        ...{ transfers, hash },
        sealedAt: sealedAt.getTime(),
      }));
      return { data: { items, nextCursor: page.nextCursor } };
    },
    async 'POST /api/ops/anchors'({ kind, state, cursor, limit }) {
      const page = await readPageById(
        { cursor, limit },
        { read: (range) => listAnchors(db, { kind, state, ...range }), idOf: ({ anchorId }) => anchorId },
      );
      if ('refusal' in page) return page;
      const items = page.items.map(({ anchorId, subject, blockNumber, madeAt, finalAt, ...anchor }) => ({
        ...anchor,
        anchorId: anchorId.toString(),
        subject: subject.toString(),
        blockNumber: blockNumber?.toString() ?? null,
        madeAt: madeAt.getTime(),
        finalAt: finalAt?.getTime() ?? null,
      }));
      return { data: { items, nextCursor: page.nextCursor } };
    },
    async 'POST /api/ops/liabilities'({ currency, cursor, limit }) {
      const code = currency === undefined ? undefined : CURRENCIES[currency];
      const page = await readPageById(
        { cursor, limit },
        { read: (range) => listLiabilities(db, { currency: code, ...range }), idOf: ({ id }) => id },
      );
      if ('refusal' in page) return page;
      const subjects = page.items.map(({ id }) => id);
      const anchorings = await readAnchorings(db, { kind: 'liabilities', subjects });
      const items = page.items.map((tree) => ({
        treeId: tree.id.toString(),
        currency: tree.currency === CURRENCIES.JU ? ('JU' as const) : ('FMC' as const),
        root: `0x${tree.root.toString('hex')}`,
        total: formatAmount(tree.total),
        leaves: tree.leaves,
        blockNumber: tree.block_number.toString(),
        vaultBalance: formatAmount(tree.vault_balance),
        madeAt: tree.made_at.getTime(),
        anchoring: anchorings.get(tree.id) ?? WAITING_ANCHORING,
      }));
      return { data: { items, nextCursor: page.nextCursor } };
    },
  };
}
