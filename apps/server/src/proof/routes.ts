import type { proofEndpoints } from '@city-mint/api-contract/proof/endpoints';
import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { DAY_MS } from '@city-mint/domain/time/durations';
import type { Database } from '#platform/database/database.ts';
import type { FileRoute } from '#platform/http/file-route.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { DAY_KEY, readPageById } from '#platform/paging.ts';
import type { ShareRead } from '#platform/shared-answers.ts';
import { createOperatorEarningsReader } from '#rounds/settlement/queries.ts';
import { findPublishedTree, readTreeBytes } from './queries/published-trees.ts';
import { type Anchoring, readAnchorings, WAITING_ANCHORING } from './queries/read-anchorings.ts';
import { readJournalHead } from './queries/read-journal-head.ts';
import {
  createTreeLevelsReader,
  type LiabilitiesRoot,
  readAccountLeaves,
  readExitKey,
  readLiabilitiesRoots,
  readProvableRoots,
} from './queries/read-liabilities.ts';
import { type DayOfLiabilities, readLiabilitiesByDay } from './queries/read-liabilities-by-day.ts';
import { readOperatorProof } from './queries/read-operator-proof.ts';
import { LEAF_BYTES } from './tree/leaf-chunk.ts';

export type ProofDeps = {
  readonly db: Database;
  /** Shares answers that are the same for every caller. */
  readonly share: ShareRead;
};

/** Returns the handlers of the proof endpoints. */
export function proofRoutes({ db, share }: ProofDeps): Handlers<keyof typeof proofEndpoints> {
  const chunkLevels = createTreeLevelsReader(db);
  const readEarnings = createOperatorEarningsReader();
  const readRoots = () =>
    share('liabilities-roots', async (from) => withAnchoring(from, await readLiabilitiesRoots(from)));
  const readProvable = () =>
    share('provable-roots', async (from) => withAnchoring(from, await readProvableRoots(from)));
  return {
    async 'GET /api/app/proof'() {
      const [roots, head] = await Promise.all([readRoots(), share('journal-head', readJournalHead)]);
      return { data: { roots: roots.map(toWire), head } };
    },

    async 'GET /api/app/proof/history'({ cursor }) {
      const read = (from: Database) => readHistoryPage(from, cursor);
      // Only the first page is shared: cursors are as many as callers make up.
      const page = await (cursor == null ? share('liabilities-history', read) : read(db));
      return 'refusal' in page ? page : { data: page };
    },

    'GET /api/app/proof/operator': async () => ({
      data: await share('operator-proof', (from) =>
        readOperatorProof(from, { readEarnings: () => readEarnings(from) }),
      ),
    }),

    async 'POST /api/app/proof/mine'(_, { participant }) {
      const { address, token } = participant;
      const key = await readExitKey(db, token);
      const proofs = await Promise.all(
        (await readProvable()).map(async (tree) => {
          const parts = await readAccountLeaves(db, { tree, address, key, chunkLevels });
          return {
            ...toWire(tree),
            parts: parts.map(({ leaf, path }) => ({
              leaf: {
                ...{ account: address, salt: toHex(leaf.salt), index: leaf.index, amount: formatAmount(leaf.amount) },
                ...{ deposited: formatAmount(leaf.deposited), withdrawn: formatAmount(leaf.withdrawn) },
                locked: formatAmount(leaf.locked),
              },
              path: path.map(({ side, node }) => ({ side, hash: toHex(node.hash), sum: formatAmount(node.sum) })),
            })),
          };
        }),
      );
      return { data: { exitKey: toHex(key), proofs } };
    },
  };
}

const HISTORY_PAGE = 30;

async function readHistoryPage(db: Database, cursor: string | null | undefined) {
  return readPageById(
    { cursor, limit: HISTORY_PAGE },
    {
      format: DAY_KEY,
      read: async (page) => byDay(await readLiabilitiesByDay(db, page)),
      idOf: ({ day }) => BigInt(day / DAY_MS),
    },
  );
}

function byDay(rows: readonly DayOfLiabilities[]) {
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, trees]) => ({
    day: day * DAY_MS,
    roots: trees.map((tree) => ({
      currency: currencyName(tree.currency),
      total: formatAmount(tree.total),
      vaultBalance: formatAmount(tree.vault_balance),
      blockNumber: tree.block_number.toString(),
      madeAt: tree.made_at.getTime(),
    })),
  }));
}

function currencyName(currency: number): 'JU' | 'FMC' {
  return currency === CURRENCIES.JU ? 'JU' : 'FMC';
}

const ROOT = /^[0-9a-f]{64}$/;

/** Returns the route of the files of trees whose leaves are stored, by root (docs/proofs.md#published-trees). */
export function treeFileRoute(db: Database): FileRoute {
  return {
    url: '/api/app/proof/trees/:id',
    contentType: 'application/octet-stream',
    async find(root) {
      if (!ROOT.test(root)) return undefined;
      const tree = await findPublishedTree(db, Buffer.from(root, 'hex'));
      if (tree === undefined) return undefined;
      const read = (range: { from: number; to: number }) => readTreeBytes(db, { treeId: tree.id, ...range });
      return { bytes: tree.leaves * LEAF_BYTES, hash: root, name: `${root}.tree`, read };
    },
  };
}

type AnchoredRoot = LiabilitiesRoot & { readonly anchoring: Anchoring };

async function withAnchoring(db: Database, roots: readonly LiabilitiesRoot[]): Promise<AnchoredRoot[]> {
  const anchorings = await readAnchorings(db, { kind: 'liabilities', subjects: roots.map(({ id }) => id) });
  return roots.map((root) => ({ ...root, anchoring: anchorings.get(root.id) ?? WAITING_ANCHORING }));
}

function toWire(tree: AnchoredRoot) {
  return {
    currency: currencyName(tree.currency),
    root: toHex(tree.root),
    total: formatAmount(tree.total),
    leaves: tree.leaves,
    entry: tree.entry.toString(),
    blockNumber: tree.block_number.toString(),
    vaultBalance: formatAmount(tree.vault_balance),
    madeAt: tree.made_at.getTime(),
    anchoring: tree.anchoring,
  };
}

function toHex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}
