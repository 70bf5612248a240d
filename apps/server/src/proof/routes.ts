import type { proofEndpoints } from '@city-mint/api-contract/proof/endpoints';
import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { type Anchoring, readAnchorings } from './queries/read-anchorings.ts';
import { readMyLeaf } from './queries/read-my-leaf.ts';
import { readRoots, type StoredRoot } from './queries/read-roots.ts';

const WAITING: Anchoring = { state: 'waiting', txHash: null, blockNumber: null };

/** The answers of proof-endpoints.ts. */
export function proofRoutes({ db }: { readonly db: Database }): Handlers<keyof typeof proofEndpoints> {
  return {
    async 'GET /api/app/proof'() {
      return { data: { roots: (await readAnchoredRoots(db)).map(toWire) } };
    },

    async 'POST /api/app/proof/mine'(_, { participant }) {
      const { userId, address } = participant;
      const account = Buffer.from(address.slice(2), 'hex');
      const proofs = await Promise.all(
        (await readAnchoredRoots(db)).map(async (tree) => {
          const mine = await readMyLeaf(db, { tree, userId, account });
          return {
            ...toWire(tree),
            leaf:
              mine === undefined
                ? null
                : { account: address, amount: formatAmount(mine.leaf.amount), salt: hex(mine.leaf.salt) },
            path: (mine?.path ?? []).map(({ side, node }) => ({
              side,
              hash: hex(node.hash),
              sum: formatAmount(node.sum),
            })),
          };
        }),
      );
      return { data: { proofs } };
    },
  };
}

type AnchoredRoot = StoredRoot & { readonly anchoring: Anchoring };

async function readAnchoredRoots(db: Database): Promise<AnchoredRoot[]> {
  const roots = await readRoots(db);
  const anchorings = await readAnchorings(db, { kind: 'liabilities', subjects: roots.map(({ id }) => id) });
  return roots.map((root) => ({ ...root, anchoring: anchorings.get(root.id) ?? WAITING }));
}

function toWire(tree: AnchoredRoot) {
  return {
    currency: tree.currency === CURRENCIES.JU ? ('JU' as const) : ('FMC' as const),
    root: hex(tree.root),
    total: formatAmount(tree.total),
    leaves: tree.leaves,
    blockNumber: tree.block_number.toString(),
    vaultBalance: formatAmount(tree.vault_balance),
    madeAt: tree.made_at.getTime(),
    anchoring: tree.anchoring,
  };
}

function hex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}
