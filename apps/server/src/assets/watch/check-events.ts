import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { readLogs } from '#platform/chain/read-logs.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { listStoredEvents, type StoredEvent } from '#platform/chain/stored-events.ts';
import type { Database } from '#platform/database/database.ts';
import type { VaultDeployment } from '../vault.ts';
import { describeVaultEvent, readVaultEvent } from '../vault-event.ts';

type CheckDeps = {
  readonly db: Database;
  /** Answers for a majority of the nodes. */
  readonly node: RpcNode;
  readonly deployment: VaultDeployment;
};

/** Maximum number of events, and of blocks, in one request for logs. */
const MOST_EVENTS = 500;
const MOST_BLOCKS = 2_000n;

/**
 * Compares the stored events above number `after` up to `upTo` with the vault's own logs: a process with the rights of
 * the indexer can store any event, but each stored event must be the vault's, without a gap, and applied. Returns the
 * number up to which that holds, and the first difference, null without one.
 */
export async function checkEvents(
  deps: CheckDeps,
  { after, upTo }: { readonly after: bigint; readonly upTo: bigint },
): Promise<{ readonly checked: bigint; readonly difference: string | null }> {
  let checked = after;
  while (checked < upTo) {
    const stored = await listStoredEvents(deps.db, { after: checked, upTo, limit: MOST_EVENTS });
    const events = firstBlocksOf(stored);
    const last = events.at(-1);
    if (last === undefined) return { checked, difference: `event ${checked + 1n} of the vault is not stored` };
    const difference =
      (await findDifference(deps, { events, after: checked })) ??
      (await findUnapplied(deps.db, { after: checked, upTo: last.sequence }));
    if (difference !== null) return { checked, difference };
    checked = last.sequence;
  }
  return { checked, difference: null };
}

/** The first of these events, whose blocks are close enough for one request. */
function firstBlocksOf(stored: readonly StoredEvent[]): readonly StoredEvent[] {
  const first = stored[0]?.blockNumber ?? 0n;
  const end = stored.findIndex(({ blockNumber }) => blockNumber < first || blockNumber >= first + MOST_BLOCKS);
  return end === -1 ? stored : stored.slice(0, end);
}

async function findDifference(
  { node, deployment }: CheckDeps,
  { events, after }: { readonly events: readonly StoredEvent[]; readonly after: bigint },
): Promise<string | null> {
  const [fromBlock, toBlock] = [events[0]?.blockNumber ?? 0n, events.at(-1)?.blockNumber ?? 0n];
  const logs = await readLogs(node, { addresses: [deployment.vault], fromBlock, toBlock, withReceipts: false });
  const emitted = new Map(
    logs.flatMap((log) => {
      const event = readVaultEvent(deployment, log);
      if (event === undefined) return [];
      const { sequence, ...described } = describeVaultEvent(event);
      return [[sequence, { ...described, blockNumber: log.blockNumber, txHash: log.txHash }] as const];
    }),
  );
  for (const [index, { sequence, ...event }] of events.entries()) {
    const expected = after + BigInt(index) + 1n;
    if (sequence !== expected) return `event ${expected} of the vault is not stored`;
    const own = emitted.get(sequence);
    if (own === undefined) return `the vault did not emit the stored event ${sequence}`;
    if (!isDeepStrictEqual(event, own)) return `the stored event ${sequence} is not the one that the vault emitted`;
  }
  return null;
}

async function findUnapplied(
  db: Database,
  { after, upTo }: { readonly after: bigint; readonly upTo: bigint },
): Promise<string | null> {
  const { rows } = await sql<{ seq: bigint | null }>`select unapplied_vault_event(${after}, ${upTo}) as seq`.execute(
    db,
  );
  const seq = rows[0]?.seq ?? null;
  return seq === null ? null : `the stored event ${seq} was not applied`;
}
