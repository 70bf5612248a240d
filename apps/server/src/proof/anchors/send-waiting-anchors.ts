import { suggestGasPrice } from '#platform/chain/suggest-gas-price.ts';
import { databaseErrorCode, inTransaction } from '#platform/database/transaction.ts';
import { broadcastTransaction, describeError, type ScribeDeps, signAnchorTransaction } from './anchor-transaction.ts';
import { encodeAnchorCall, findAnchorBlock, readAnchorStatus } from './anchors-contract.ts';
import {
  findSentAnchors,
  findWaitingAnchors,
  persistTransaction,
  postponeAnchors,
  recordExcluded,
  recordFinal,
  type StoredAnchor,
} from './store.ts';

/** Maximum number of transactions in flight: nodes hold no more pending ones per account. */
const MAXIMUM_IN_FLIGHT = 16;
/**
 * Twice the gas of the most expensive root; unused gas is not paid for. A node's estimate is not used: one that is too
 * low reverts, and one above a block's limit is never included.
 */
const ANCHOR_GAS = 400_000n;
const UNIQUE_VIOLATION = '23505';

/** The numbers of the chain's latest and last final block. */
export type ChainHeight = { readonly head: bigint; readonly finalized: bigint };

/**
 * Signs and sends transactions for waiting roots, up to 16 in flight. Each transaction is persisted before it is sent,
 * so that after a crash the same one is resent. The contract is read first, since the root may already be anchored.
 * Returns the number of transactions sent.
 */
export async function sendWaitingAnchors(deps: ScribeDeps, height: ChainHeight, signal?: AbortSignal): Promise<number> {
  const { db, log } = deps;
  const inFlight = await findSentAnchors(db);
  const freeSlots = MAXIMUM_IN_FLIGHT - inFlight.length;
  const waitingAnchors = freeSlots <= 0 ? [] : await findWaitingAnchors(db, freeSlots);
  if (waitingAnchors.length === 0) return 0;
  const gasPrice = await suggestGasPrice(deps);
  if (gasPrice === undefined) {
    const lastError = 'the gas price is above SCRIBE_MAX_GAS_PRICE';
    log.warn({ waiting: waitingAnchors.length }, lastError);
    await postponeAnchors(db, { ids: waitingAnchors.map(({ id }) => id), lastError });
    return 0;
  }
  const nonces = await createNonces(deps, inFlight);
  let sentCount = 0;
  for (const anchor of waitingAnchors) {
    if (signal?.aborted === true) break;
    // A later root of the same liabilities is in flight; once that is final, it is known whether this one is
    // superseded.
    if (inFlight.some((other) => isLaterThan(other, anchor))) continue;
    const gas = await prepareTransaction(deps, { anchor, height });
    if (gas === undefined) continue;
    const signed = await signAnchorTransaction(deps, { anchor, nonce: nonces.next(), gas, gasPrice });
    const isPersisted = await inTransaction(db, (tx) => persistTransaction(tx, signed)).catch((error: unknown) => {
      if (databaseErrorCode(error) === UNIQUE_VIOLATION) return false;
      throw error;
    });
    // Another scribe is sending; this one continues at its next run.
    if (!isPersisted) break;
    inFlight.push(anchor);
    await broadcastTransaction(deps, { ...signed, knownError: null });
    sentCount += 1;
  }
  return sentCount;
}

/** Returns the gas of a root's transaction. Returns undefined if none is sent now, and records the reason. */
async function prepareTransaction(
  deps: ScribeDeps,
  { anchor, height }: { anchor: StoredAnchor; height: ChainHeight },
): Promise<bigint | undefined> {
  const { db, node, deployment, account, log } = deps;
  const { id } = anchor;
  const status = await readAnchorStatus(deps, anchor);
  if (status === 'anchored') {
    await adoptAnchored(deps, { anchor, height });
    return undefined;
  }
  if (status !== 'absent') {
    const details = { kind: anchor.kind, subject: `${anchor.subject}`, root: anchor.root.toString('hex') };
    if (status === 'conflicting') log.fatal(details, 'the contract has another root for this subject');
    await recordExcluded(db, { id, state: status });
    return undefined;
  }
  try {
    const data = encodeAnchorCall(anchor, deployment);
    await node.call({ account: account.address, to: deployment.anchors, data });
    return ANCHOR_GAS;
  } catch (error) {
    const lastError = describeError(error);
    if (lastError !== anchor.last_error) log.error({ err: error, anchorId: `${id}` }, 'the contract rejects a root');
    await postponeAnchors(db, { ids: [id], lastError });
    return undefined;
  }
}

/**
 * Adopts a root that is anchored without a row that says so (a restored database): finds its event instead of sending
 * it again.
 */
async function adoptAnchored(
  { db, node, deployment, log }: ScribeDeps,
  { anchor, height }: { anchor: StoredAnchor; height: ChainHeight },
): Promise<void> {
  const block = await findAnchorBlock({ node, deployment, head: height.head }, anchor);
  if (block === undefined || block.number > height.finalized) {
    const lastError = 'anchored in a block that is not final yet';
    return postponeAnchors(db, { ids: [anchor.id], lastError, seconds: 2 });
  }
  log.info({ anchorId: `${anchor.id}`, hash: block.txHash }, 'root found in the contract');
  await recordFinal(db, { id: anchor.id, block });
}

function isLaterThan(other: StoredAnchor, anchor: StoredAnchor): boolean {
  if (other.currency === null || other.currency !== anchor.currency) return false;
  return other.as_of_block !== null && anchor.as_of_block !== null && other.as_of_block >= anchor.as_of_block;
}

/** Returns an iterator over the free nonces: neither used on the chain nor held by a root in flight. */
async function createNonces({ node, account }: ScribeDeps, inFlight: readonly StoredAnchor[]) {
  const heldNonces = new Set(inFlight.map(({ nonce }) => nonce));
  let nextNonce = BigInt(await node.getTransactionCount({ address: account.address }));
  return {
    next(): bigint {
      while (heldNonces.has(nextNonce)) nextNonce += 1n;
      nextNonce += 1n;
      return nextNonce - 1n;
    },
  };
}
