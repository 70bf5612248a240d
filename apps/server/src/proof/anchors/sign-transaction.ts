import { keccak256 } from 'viem';
import { anchorCall } from './anchor-call.ts';
import type { Signature, StoredAnchor } from './anchor-store.ts';
import type { ScribeDeps } from './scribe-deps.ts';

/**
 * Signs the transaction that writes a root. A legacy one, for the chain may have no other, and all chains take it. The same values give the
 * same transaction, so whatever sends it twice sends one.
 */
export async function signTransaction(
  { account, place }: Pick<ScribeDeps, 'account' | 'place'>,
  { anchor, nonce, gas, gasPrice }: { anchor: StoredAnchor; nonce: bigint; gas: bigint; gasPrice: bigint },
): Promise<Signature> {
  const raw = await account.signTransaction({
    type: 'legacy',
    chainId: place.chainId,
    nonce: Number(nonce),
    gas,
    gasPrice,
    to: place.anchors,
    data: anchorCall(anchor, place),
  });
  return { anchorId: anchor.id, sender: account.address, nonce, gas, gasPrice, hash: keccak256(raw), raw };
}
