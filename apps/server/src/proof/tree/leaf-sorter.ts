import type { NamedLeaf } from '@city-mint/domain/proof/sum-tree';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { startAhead } from '#platform/database/start-ahead.ts';
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
    const { grouped, counts } = groupByBucket(held.subarray(0, count * LEAF_BYTES));
    count = 0;
    // One value of bytes: the driver sends an array of them as a text of twice the length.
    await sql`insert into sorted_leaf (sorter, bucket, leaves)
      select ${sorter}::int, run.number - 1, substring(${grouped}::bytea
        from 1 + ${LEAF_BYTES}::int * (sum(run.count) over (order by run.number) - run.count)::int
        for ${LEAF_BYTES}::int * run.count)
      from unnest(${counts}::int[]) with ordinality run (count, number)
      where run.count > 0`.execute(tx);
  };
  return {
    add(leaf) {
      writeLeaf(held, count * LEAF_BYTES, leaf);
      count += 1;
      return count === HELD_LEAVES ? writeHeld() : undefined;
    },
    async *sorted() {
      await writeHeld();
      const readBucket = (bucket: number) =>
        startAhead(() =>
          sql<{ leaves: Buffer }>`
            select leaves from sorted_leaf where sorter = ${sorter} and bucket = ${bucket}`.execute(tx),
        );
      let next = readBucket(0);
      for (let bucket = 1; bucket <= BUCKETS; bucket += 1) {
        const { rows } = await next;
        // While these are sorted and hashed; after the last bucket there is an empty one.
        next = readBucket(bucket);
        yield sortLeaves(Buffer.concat(rows.map(({ leaves }) => leaves)));
      }
    },
  };
}

/** Returns packed leaves in the order of their buckets, and the number of leaves of each bucket. */
function groupByBucket(leaves: Buffer): { readonly grouped: Buffer; readonly counts: number[] } {
  const counts = Array.from({ length: BUCKETS }, () => 0);
  const increase = (numbers: number[], index: number) => {
    const before = numbers[index] ?? 0;
    numbers[index] = before + 1;
    return before;
  };
  for (let offset = 0; offset < leaves.length; offset += LEAF_BYTES) increase(counts, leaves.readUInt8(offset));
  const places: number[] = [];
  for (let bucket = 0; bucket < BUCKETS; bucket += 1)
    places[bucket] = (places[bucket - 1] ?? 0) + (counts[bucket - 1] ?? 0);
  const grouped = Buffer.allocUnsafe(leaves.length);
  for (let offset = 0; offset < leaves.length; offset += LEAF_BYTES) {
    const place = increase(places, leaves.readUInt8(offset));
    leaves.copy(grouped, place * LEAF_BYTES, offset, offset + LEAF_BYTES);
  }
  return { grouped, counts };
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
