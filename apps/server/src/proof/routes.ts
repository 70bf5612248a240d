import type { proofEndpoints } from '@city-mint/api-contract/proof-endpoints';
import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { formatAmount } from '@city-mint/domain/money/format-amount';
import type { Database } from '../platform/database/database.ts';
import type { Handlers } from '../platform/http/handler.ts';
import { readMyLeaf } from './queries/read-my-leaf.ts';
import { readRoots, type StoredRoot } from './queries/read-roots.ts';

/** The answers of proof-endpoints.ts. */
export function proofRoutes({ db }: { readonly db: Database }): Handlers<keyof typeof proofEndpoints> {
  return {
    async 'GET /api/app/proof'() {
      return { data: { roots: (await readRoots(db)).map(toWire) } };
    },

    async 'POST /api/app/proof/mine'(_, { participant }) {
      const { userId, address } = participant;
      const account = Buffer.from(address.slice(2), 'hex');
      const proofs = await Promise.all(
        (await readRoots(db)).map(async (tree) => {
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

function toWire(tree: StoredRoot) {
  return {
    currency: tree.currency === CURRENCIES.JU ? ('JU' as const) : ('FMC' as const),
    root: hex(tree.root),
    total: formatAmount(tree.total),
    leaves: tree.leaves,
    blockNumber: tree.block_number.toString(),
    vaultBalance: formatAmount(tree.vault_balance),
    madeAt: tree.made_at.getTime(),
  };
}

function hex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}
