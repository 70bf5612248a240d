import { getAddress, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem';
import { mapLimited } from '#platform/chain/map-limited.ts';
import { suggestGasPrice } from '#platform/chain/suggest-gas-price.ts';
import { readBlockHeader } from '#platform/chain/survey-chain.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { broadcastTransaction, type ScribeDeps, signAnchorTransaction } from './anchor-transaction.ts';
import { hasAnchorEvent } from './anchors-contract.ts';
import type { ChainHeight } from './send-waiting-anchors.ts';
import {
  findAnchorTransactions,
  findSentAnchors,
  persistReplacement,
  recordBlock,
  recordFinal,
  requeueAnchor,
  type StoredAnchor,
  type StoredTransaction,
} from './store.ts';

const MAXIMUM_CONCURRENT_REQUESTS = 8;
/** Delay after a reverted transaction; the next one may revert as well. */
const REVERTED_SECONDS = 60;

/**
 * Updates the roots in flight from the chain. A transaction in a final block makes its root final. A transaction in no
 * block (lost, or reorganised out) is resent unchanged, or at a higher price. A root whose transaction reverted, or
 * whose nonce another transaction used in a final block, waits again.
 */
export async function trackSentAnchors(deps: ScribeDeps, height: ChainHeight): Promise<void> {
  const inFlight = await findSentAnchors(deps.db);
  const [oldest] = inFlight;
  if (oldest === undefined) return;
  // Read before the receipts, so that a transaction mined in between is not treated as lost.
  const usedNonces = await readUsedNonces(deps, { inFlight, finalized: height.finalized });
  await mapLimited(inFlight, MAXIMUM_CONCURRENT_REQUESTS, async (anchor): Promise<void> => {
    const usedCount = usedNonces.get(anchor.sender) ?? 0n;
    await trackAnchor(deps, { anchor, height, usedCount, isOldest: anchor === oldest });
  });
}

type TrackedAnchor = { anchor: StoredAnchor; height: ChainHeight; usedCount: bigint; isOldest: boolean };

async function trackAnchor(deps: ScribeDeps, { anchor, height, usedCount, isOldest }: TrackedAnchor): Promise<void> {
  const { db, log, resendMs } = deps;
  const transactions = await findAnchorTransactions(db, { anchor, resendMs });
  const receipt = await findReceipt(deps, transactions);
  if (receipt !== undefined) return applyReceipt(deps, { anchor, receipt, height });
  if (usedCount <= (anchor.nonce ?? 0n)) return resendTransaction(deps, { anchor, transactions, isOldest });
  log.warn({ anchorId: `${anchor.id}`, nonce: `${anchor.nonce}` }, 'another transaction used the nonce of a root');
  await requeueAnchor(db, { anchor, lastError: 'another transaction used its nonce', seconds: 0 });
}

/** Returns the number of final transactions of each sender. */
async function readUsedNonces(
  { node }: ScribeDeps,
  { inFlight, finalized }: { inFlight: readonly StoredAnchor[]; finalized: bigint },
): Promise<Map<string | null, bigint>> {
  const usedNonces = new Map<string | null, bigint>();
  for (const sender of new Set(inFlight.map((anchor) => anchor.sender ?? ''))) {
    const count = await node.getTransactionCount({ address: getAddress(sender), blockNumber: finalized });
    usedNonces.set(sender, BigInt(count));
  }
  return usedNonces;
}

async function findReceipt(
  { node }: ScribeDeps,
  transactions: readonly StoredTransaction[],
): Promise<TransactionReceipt | undefined> {
  for (const { hash } of transactions) {
    const receipt = await node.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return undefined;
      throw error;
    });
    if (receipt !== undefined) return receipt;
  }
  return undefined;
}

async function applyReceipt(
  { db, node, deployment, log }: ScribeDeps,
  { anchor, receipt, height }: { anchor: StoredAnchor; receipt: TransactionReceipt; height: ChainHeight },
): Promise<void> {
  const { id } = anchor;
  const block = { txHash: receipt.transactionHash, number: receipt.blockNumber, hash: receipt.blockHash };
  if (block.number > height.finalized) {
    if (anchor.block_hash !== block.hash) await recordBlock(db, { id, block });
    return;
  }
  // Receipt and block are separate requests: while the node is reorganising, nothing is recorded.
  if ((await readBlockHeader(node, block.number)).hash !== block.hash) return;
  if (hasAnchorEvent(receipt.logs, { anchor, deployment })) return recordFinal(db, { id, block });
  log.error({ anchorId: `${id}`, hash: block.txHash, status: receipt.status }, 'a transaction anchored no root');
  const lastError = `transaction ${block.txHash} was reverted`;
  await requeueAnchor(db, { anchor, lastError, seconds: REVERTED_SECONDS });
}

type UnminedAnchor = { anchor: StoredAnchor; transactions: readonly StoredTransaction[]; isOldest: boolean };

async function resendTransaction(deps: ScribeDeps, { anchor, transactions, isOldest }: UnminedAnchor): Promise<void> {
  const wasReorganisedOut = anchor.block_number !== null;
  if (wasReorganisedOut) {
    deps.log.warn({ anchorId: `${anchor.id}`, block: anchor.block_hash }, 'a reorganisation removed a root');
    await recordBlock(deps.db, { id: anchor.id, block: null });
  }
  const [latest] = transactions;
  if (latest === undefined) return;
  // Only the oldest transaction in flight can be delayed by its price; the others wait for its nonce.
  const isDelayed = isOldest && latest.age_ms > deps.raiseMs && anchor.sender === deps.account.address;
  if (isDelayed && (await raisePrice(deps, { anchor, latest }))) return;
  if (!latest.is_due && !wasReorganisedOut) return;
  const { hash, raw } = latest;
  await broadcastTransaction(deps, { anchorId: anchor.id, hash, raw, knownError: anchor.last_error });
}

/**
 * Sends the same root with the same nonce at a higher price when the chain's price exceeds the offered one; the chain
 * can include only one of the two. Returns whether it did.
 */
async function raisePrice(
  deps: ScribeDeps,
  { anchor, latest }: { anchor: StoredAnchor; latest: StoredTransaction },
): Promise<boolean> {
  const suggestedPrice = await suggestGasPrice(deps);
  // Nodes accept a replacement whose price is a tenth higher.
  const lowestPrice = latest.gas_price + latest.gas_price / 8n + 1n;
  if (suggestedPrice === undefined || suggestedPrice <= latest.gas_price) return false;
  if (lowestPrice > deps.maxGasPrice || anchor.nonce === null) return false;
  const gasPrice = suggestedPrice > lowestPrice ? suggestedPrice : lowestPrice;
  const signed = await signAnchorTransaction(deps, { anchor, nonce: anchor.nonce, gas: latest.gas, gasPrice });
  if (!(await inTransaction(deps.db, (tx) => persistReplacement(tx, signed)))) return false;
  await broadcastTransaction(deps, { ...signed, knownError: anchor.last_error });
  return true;
}
