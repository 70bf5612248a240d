import type { Hex } from 'viem';
import { noteSent } from './anchor-store.ts';
import { describeError } from './describe-error.ts';
import type { ScribeDeps } from './scribe-deps.ts';

/**
 * Hands a signed transaction to the node, and notes it. What the node has against it (it knows it already, say) changes nothing: whether it
 * is in a block is found out by asking for it.
 */
export async function broadcast(
  { db, node, log }: Pick<ScribeDeps, 'db' | 'node' | 'log'>,
  { anchorId, hash, raw, known }: { anchorId: bigint; hash: Hex; raw: Hex; known: string | null },
): Promise<void> {
  const lastError = await node.sendRawTransaction({ serializedTransaction: raw }).then(() => null, describeError);
  if (lastError !== null && lastError !== known)
    log.warn({ anchorId: `${anchorId}`, hash, lastError }, 'a root is not sent');
  await noteSent(db, { anchorId, hash, lastError });
}
