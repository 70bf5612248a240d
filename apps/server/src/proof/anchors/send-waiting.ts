import { databaseErrorCode, inTransaction } from '#platform/database/transaction.ts';
import { anchorCall } from './anchor-call.ts';
import {
  findSent,
  findWaiting,
  keepSigned,
  markFinal,
  markHopeless,
  postpone,
  type StoredAnchor,
} from './anchor-store.ts';
import { broadcast } from './broadcast.ts';
import { describeError } from './describe-error.ts';
import { findAnchorBlock } from './find-anchor-block.ts';
import { findStanding } from './find-standing.ts';
import type { ScribeDeps } from './scribe-deps.ts';
import { signTransaction } from './sign-transaction.ts';
import { suggestGasPrice } from './suggest-gas-price.ts';

/** Transactions under way at once: as many as nodes keep of one account. */
const MOST_UNDER_WAY = 16;
const NONCE_TAKEN = '23505';

export type ChainEnds = { readonly head: bigint; readonly finalized: bigint };

/**
 * Signs and sends transactions for the roots that wait, up to 16 under way at once. Each is kept before it is sent, so that after a kill the
 * very same one is sent again and never a second one; and the contract is asked first, for the root may stand there already. Gives how many
 * it sent.
 */
export async function sendWaiting(deps: ScribeDeps, ends: ChainEnds, signal?: AbortSignal): Promise<number> {
  const { db, log } = deps;
  const underWay = await findSent(db);
  const waiting = underWay.length >= MOST_UNDER_WAY ? [] : await findWaiting(db, MOST_UNDER_WAY - underWay.length);
  if (waiting.length === 0) return 0;
  const gasPrice = await suggestGasPrice(deps);
  if (gasPrice === undefined) {
    const lastError = 'the chain asks a higher price of gas than SCRIBE_MAX_GAS_PRICE';
    log.warn({ waiting: waiting.length }, lastError);
    await postpone(db, { ids: waiting.map(({ id }) => id), lastError });
    return 0;
  }
  const nonces = await createNonces(deps, underWay);
  let sent = 0;
  for (const anchor of waiting) {
    if (signal?.aborted === true) break;
    // A later root of the same liabilities is on its way: what becomes of this one shows when that one has come to its end.
    if (underWay.some((other) => isLaterOf(other, anchor))) continue;
    const gas = await prepare(deps, { anchor, ends });
    if (gas === undefined) continue;
    const signed = await signTransaction(deps, { anchor, nonce: nonces.next(), gas, gasPrice });
    const isKept = await inTransaction(db, (tx) => keepSigned(tx, signed)).catch((error: unknown) => {
      if (databaseErrorCode(error) === NONCE_TAKEN) return false;
      throw error;
    });
    // Another scribe is at it: it goes on, this one looks again later.
    if (!isKept) break;
    underWay.push(anchor);
    await broadcast(deps, { ...signed, known: null });
    sent += 1;
  }
  return sent;
}

/** The gas of a root's transaction; undefined when none is to be sent now, and the row says why. */
async function prepare(
  deps: ScribeDeps,
  { anchor, ends }: { anchor: StoredAnchor; ends: ChainEnds },
): Promise<bigint | undefined> {
  const { db, node, place, account, log } = deps;
  const { id } = anchor;
  const standing = await findStanding(deps, anchor);
  if (standing === 'here') {
    await adopt(deps, { anchor, ends });
    return undefined;
  }
  if (standing !== 'absent') {
    const what = { kind: anchor.kind, subject: `${anchor.subject}`, root: anchor.root.toString('hex') };
    if (standing === 'other') log.fatal(what, 'another root than ours stands in the contract');
    await markHopeless(db, { id, state: standing === 'other' ? 'conflicting' : 'superseded' });
    return undefined;
  }
  try {
    const data = anchorCall(anchor, place);
    const gas = await node.estimateGas({ account: account.address, to: place.anchors, data });
    // What another transaction changes before this one may cost a little more.
    return gas + gas / 4n;
  } catch (error) {
    const lastError = describeError(error);
    if (lastError !== anchor.last_error)
      log.error({ err: error, anchorId: `${id}` }, 'the contract does not take a root');
    await postpone(db, { ids: [id], lastError });
    return undefined;
  }
}

/** It stands there though no row says so (the database is older than the chain): found again by its event, never sent twice. */
async function adopt(
  { db, node, place, log }: ScribeDeps,
  { anchor, ends }: { anchor: StoredAnchor; ends: ChainEnds },
): Promise<void> {
  const block = await findAnchorBlock({ node, place, head: ends.head }, anchor);
  const isFinal = block !== undefined && block.number <= ends.finalized;
  if (!isFinal)
    return postpone(db, { ids: [anchor.id], lastError: 'it stands in the contract, not finally yet', seconds: 2 });
  log.info({ anchorId: `${anchor.id}`, hash: block.txHash }, 'a root was found in the contract');
  await markFinal(db, { id: anchor.id, block });
}

function isLaterOf(other: StoredAnchor, anchor: StoredAnchor): boolean {
  if (other.currency === null || other.currency !== anchor.currency) return false;
  return other.as_of_block !== null && anchor.as_of_block !== null && other.as_of_block >= anchor.as_of_block;
}

/** Gives the nonces that come next: those the chain has not used and no root under way holds. */
async function createNonces({ node, account }: ScribeDeps, underWay: readonly StoredAnchor[]) {
  const held = new Set(underWay.map(({ nonce }) => nonce));
  let next = BigInt(await node.getTransactionCount({ address: account.address }));
  return {
    next(): bigint {
      while (held.has(next)) next += 1n;
      next += 1n;
      return next - 1n;
    },
  };
}
