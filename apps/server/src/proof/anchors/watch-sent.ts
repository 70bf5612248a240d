import { getAddress, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem';
import { mapLimited } from '#platform/chain/map-limited.ts';
import { readBlockHeader } from '#platform/chain/survey-chain.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import {
  findSent,
  findTransactions,
  keepReplacement,
  markFinal,
  noteBlock,
  putBack,
  type SignedTransaction,
  type StoredAnchor,
} from './anchor-store.ts';
import { broadcast } from './broadcast.ts';
import { carriesAnchor } from './carries-anchor.ts';
import type { ScribeDeps } from './scribe-deps.ts';
import type { ChainEnds } from './send-waiting.ts';
import { signTransaction } from './sign-transaction.ts';
import { suggestGasPrice } from './suggest-gas-price.ts';

const ASKED_AT_ONCE = 8;
/** What reverted one transaction may revert the next one too. */
const REVERTED_SECONDS = 60;

/**
 * Looks what became of each transaction under way. One that is in a final block has done it; one that is in none (it got lost, or the block
 * was taken back) is sent again as it is, or with a higher price; one whose nonce another transaction used up for good, or that was reverted,
 * gives its root back to those that wait.
 */
export async function watchSent(deps: ScribeDeps, ends: ChainEnds): Promise<void> {
  const underWay = await findSent(deps.db);
  const [first] = underWay;
  if (first === undefined) return;
  // Asked before the receipts, so that a transaction that comes into a block meanwhile is never taken for a lost one.
  const used = await usedNonces(deps, { underWay, finalized: ends.finalized });
  await mapLimited(underWay, ASKED_AT_ONCE, async (anchor): Promise<void> => {
    await watchOne(deps, { anchor, ends, used: used.get(anchor.sender) ?? 0n, isFirst: anchor === first });
  });
}

type Watched = { anchor: StoredAnchor; ends: ChainEnds; used: bigint; isFirst: boolean };

async function watchOne(deps: ScribeDeps, { anchor, ends, used, isFirst }: Watched): Promise<void> {
  const { db, log, resendMs } = deps;
  const transactions = await findTransactions(db, { anchor, resendMs });
  const receipt = await findReceipt(deps, transactions);
  if (receipt !== undefined) return takeReceipt(deps, { anchor, receipt, ends });
  if (used <= (anchor.nonce ?? 0n)) return keepGoing(deps, { anchor, transactions, isFirst });
  log.warn({ anchorId: `${anchor.id}`, nonce: `${anchor.nonce}` }, 'another transaction used the nonce of a root');
  await putBack(db, { anchor, lastError: 'another transaction used its nonce', seconds: 0 });
}

/** How many transactions of each sender are final. */
async function usedNonces(
  { node }: ScribeDeps,
  { underWay, finalized }: { underWay: readonly StoredAnchor[]; finalized: bigint },
): Promise<Map<string | null, bigint>> {
  const used = new Map<string | null, bigint>();
  for (const sender of new Set(underWay.map((anchor) => anchor.sender ?? ''))) {
    const count = await node.getTransactionCount({ address: getAddress(sender), blockNumber: finalized });
    used.set(sender, BigInt(count));
  }
  return used;
}

async function findReceipt(
  { node }: ScribeDeps,
  transactions: readonly SignedTransaction[],
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

async function takeReceipt(
  { db, node, place, log }: ScribeDeps,
  { anchor, receipt, ends }: { anchor: StoredAnchor; receipt: TransactionReceipt; ends: ChainEnds },
): Promise<void> {
  const { id } = anchor;
  const block = { txHash: receipt.transactionHash, number: receipt.blockNumber, hash: receipt.blockHash };
  if (block.number > ends.finalized) {
    if (anchor.block_hash !== block.hash) await noteBlock(db, { id, block });
    return;
  }
  // Receipt and block are asked for apart: of a node that is just changing its mind nothing is taken.
  if ((await readBlockHeader(node, block.number)).hash !== block.hash) return;
  if (carriesAnchor(receipt.logs, { anchor, place })) return markFinal(db, { id, block });
  log.error({ anchorId: `${id}`, hash: block.txHash, status: receipt.status }, 'a transaction wrote no root');
  await putBack(db, { anchor, lastError: `transaction ${block.txHash} was reverted`, seconds: REVERTED_SECONDS });
}

type Unmined = { anchor: StoredAnchor; transactions: readonly SignedTransaction[]; isFirst: boolean };

async function keepGoing(deps: ScribeDeps, { anchor, transactions, isFirst }: Unmined): Promise<void> {
  const wasTakenBack = anchor.block_number !== null;
  if (wasTakenBack) {
    deps.log.warn({ anchorId: `${anchor.id}`, block: anchor.block_hash }, 'the chain took a root back');
    await noteBlock(deps.db, { id: anchor.id, block: null });
  }
  const [newest] = transactions;
  if (newest === undefined) return;
  // Only the first under way can wait for its price; the others wait for it.
  const isSlow = isFirst && newest.age_ms > deps.raiseMs && anchor.sender === deps.account.address;
  if (isSlow && (await raisePrice(deps, { anchor, newest }))) return;
  if (!newest.is_due && !wasTakenBack) return;
  await broadcast(deps, { anchorId: anchor.id, hash: newest.hash, raw: newest.raw, known: anchor.last_error });
}

/** The same root under the same nonce for more, where the chain asks more than was offered: only one of the two can ever be in the chain. */
async function raisePrice(
  deps: ScribeDeps,
  { anchor, newest }: { anchor: StoredAnchor; newest: SignedTransaction },
): Promise<boolean> {
  const asked = await suggestGasPrice(deps);
  // Nodes take a replacement from a tenth above on.
  const least = newest.gas_price + newest.gas_price / 8n + 1n;
  if (asked === undefined || asked <= newest.gas_price || least > deps.maxGasPrice || anchor.nonce === null)
    return false;
  const gasPrice = asked > least ? asked : least;
  const signed = await signTransaction(deps, { anchor, nonce: anchor.nonce, gas: newest.gas, gasPrice });
  if (!(await inTransaction(deps.db, (tx) => keepReplacement(tx, signed)))) return false;
  await broadcast(deps, { ...signed, known: anchor.last_error });
  return true;
}
