import type { NamedLeaf } from '@city-mint/domain/proof/sum-tree';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { LEAF_BYTES, writeLeaf } from './leaf-chunk.ts';

/** Leaves held in memory before they are written by bucket, which is the first byte of their names. */
const HELD_LEAVES = 65_536;
const BUCKETS = 256;

export type LeafSorter = {
  /** Adds a leaf. Returns a promise when it writes the buffered leaves. */
  readonly add: (leaf: NamedLeaf) => Promise<void> | undefined;
  /** Returns all leaves in the order of their names, packed, one bucket at a time. */
  readonly sorted: () => AsyncGenerator<Buffer>;
};

/** Creates the temporary table that sorters of a transaction write to; it is dropped when the transaction ends. */
export async function prepareSorting(tx: Database): Promise<void> {
  await sql`create temporary table sorted_leaf (sorter int not null, bucket int not null, leaves bytea not null)
    on commit drop`.execute(tx);
  // Names are random: trying to compress them takes time and gains nothing.
  await sql`alter table sorted_leaf alter column leaves set storage external`.execute(tx);
  await sql`create index on sorted_leaf (sorter, bucket)`.execute(tx);
}

/**
 * Returns a sorter of leaves whose names are evenly distributed. It holds 4 MB of leaves, then those of one bucket,
 * however many there are. `sorter` is its number within the transaction.
 */
export function createLeafSorter(tx: Database, sorter: number): LeafSorter {
  const held = Buffer.alloc(HELD_LEAVES * LEAF_BYTES);
  let count = 0;

  const writeHeld = async () => {
    const runs = splitByBucket(held.subarray(0, count * LEAF_BYTES));
    count = 0;
    await sql`insert into sorted_leaf (sorter, bucket, leaves)
      select ${sorter}::int, run.bucket, run.leaves
      from unnest(${[...runs.keys()]}::int[], ${[...runs.values()]}::bytea[]) run (bucket, leaves)`.execute(tx);
  };
  return {
    add(leaf) {
      writeLeaf(held, count * LEAF_BYTES, leaf);
      count += 1;
      return count === HELD_LEAVES ? writeHeld() : undefined;
    },
    async *sorted() {
      await writeHeld();
      for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
        const { rows } = await sql<{ leaves: Buffer }>`
          select leaves from sorted_leaf where sorter = ${sorter} and bucket = ${bucket}`.execute(tx);
        yield sortLeaves(Buffer.concat(rows.map(({ leaves }) => leaves)));
      }
    },
  };
}

function splitByBucket(leaves: Buffer): Map<number, Buffer> {
  const parts = new Map<number, Buffer[]>();
  for (let offset = 0; offset < leaves.length; offset += LEAF_BYTES) {
    const bucket = leaves.readUInt8(offset);
    const leaf = leaves.subarray(offset, offset + LEAF_BYTES);
    const part = parts.get(bucket);
    if (part === undefined) parts.set(bucket, [leaf]);
    else part.push(leaf);
  }
  return new Map([...parts].map(([bucket, part]) => [bucket, Buffer.concat(part)]));
}

/** Returns packed leaves in the order of their names. Six bytes nearly always decide, and compare fast as a number. */
function sortLeaves(leaves: Buffer): Buffer {
  const keyed = Array.from({ length: leaves.length / LEAF_BYTES }, (_, index) => ({
    key: leaves.readUIntBE(index * LEAF_BYTES, 6),
    leaf: leaves.subarray(index * LEAF_BYTES, (index + 1) * LEAF_BYTES),
  }));
  keyed.sort((a, b) => a.key - b.key || Buffer.compare(a.leaf, b.leaf));
  return Buffer.concat(keyed.map(({ leaf }) => leaf));
}
