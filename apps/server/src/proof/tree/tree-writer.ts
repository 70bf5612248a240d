import { randomBytes } from 'node:crypto';
import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import { treeRoot } from '@city-mint/domain/proof/merkle-tree';
import type { SumNode } from '@city-mint/domain/proof/sum-tree';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { CHUNK_LEAVES, type Owed, packChunk } from './leaf-chunk.ts';
import { joinBySha256 } from './sha256.ts';

type OwnedBy = Owed & { readonly owner: bigint };

export type TreeWriter = {
  readonly total: () => bigint;
  /** Takes the next leaf, in the order of the owners. */
  readonly add: (leaf: OwnedBy) => Promise<void> | undefined;
  /** Writes the tree itself, and its root among those to be anchored. Gives it. */
  readonly end: (asOf: { blockNumber: bigint; vaultBalance: bigint }) => Promise<SumNode>;
};

/** Writes one currency's tree as its leaves come: however many there are, one run of them is in memory, and a node for each run. */
export async function createTreeWriter(tx: Database, currency: Currency): Promise<TreeWriter> {
  const secret = randomBytes(32);
  const { rows } = await sql<{ id: bigint }>`
    select nextval(pg_get_serial_sequence('liabilities_tree', 'id')) as id`.execute(tx);
  const id = rows[0]?.id ?? 0n;
  const runs: SumNode[] = [];
  let run: OwnedBy[] = [];
  let leaves = 0;
  let total = 0n;

  const flush = async () => {
    const [first] = run;
    if (first === undefined) return;
    const packed = packChunk(run, secret);
    await tx
      .insertInto('liabilities_chunk')
      .values({
        tree_id: id,
        chunk: runs.length,
        first_owner: first.owner,
        leaves: packed.leaves,
        hash: Buffer.from(packed.node.hash),
        sum: packed.node.sum,
      })
      .execute();
    runs.push(packed.node);
    run = [];
  };
  return {
    total: () => total,
    add(leaf) {
      run.push(leaf);
      leaves += 1;
      total += leaf.amount;
      return run.length === CHUNK_LEAVES ? flush() : undefined;
    },
    async end({ blockNumber, vaultBalance }) {
      await flush();
      const root = treeRoot(runs, joinBySha256);
      if (root === undefined) throw new Error('a tree of no leaves');
      await sql`
        insert into liabilities_tree (id, currency, root, total, leaves, block_number, vault_balance, secret)
        overriding system value values (${id}, ${CURRENCIES[currency]}, ${Buffer.from(root.hash)}, ${root.sum.toString()}::numeric,
          ${leaves}, ${blockNumber}, ${vaultBalance.toString()}::numeric, ${secret})`.execute(tx);
      await tx
        .insertInto('anchor')
        .values({
          kind: 'liabilities',
          subject: id,
          root: Buffer.from(root.hash),
          currency: CURRENCIES[currency],
          total: root.sum,
          as_of_block: blockNumber,
        })
        .execute();
      return root;
    },
  };
}
