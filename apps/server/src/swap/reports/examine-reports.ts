import { swapBounds } from '@city-mint/domain/swap/swap-figures';
import { type Address, getAddress, type Hex, isAddressEqual, TransactionReceiptNotFoundError } from 'viem';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { readBlockHeader, type Survey } from '#platform/chain/survey-chain.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { readRouterCall, type SwapDeployment } from '../pool-event.ts';
import { deleteRevertedSwap, type PoolSwap, recordRevertedSwap } from '../swaps/commands.ts';
import { type DueReport, deleteReport, listDueReports, recordCheck } from './commands.ts';

/** Receipts that are asked for in one pass: what a flood of reports can make of it is bounded. */
const REPORTS_AT_ONCE = 40;
/** A report is asked for again after 2, 4, 8 … seconds, up to this. */
const LONGEST_WAIT_SECONDS = 3_600;
/** After so many times, most of a day, it is given up: a swap is valid for twenty minutes. */
const MOST_CHECKS = 32;

/** What the chain says of a reported transaction. */
type Finding =
  | { readonly state: 'unknown' }
  | { readonly state: 'other'; readonly isFinal: boolean }
  | { readonly state: 'reverted'; readonly isFinal: boolean; readonly swap: PoolSwap };

/**
 * Asks the agreeing nodes for the receipts of reported transactions, and records those that are swaps of the reporting
 * wallet through our router and reverted; the pool's own logs have the others. Nothing is believed of a report but the
 * limit: a hash of someone else's, or of nothing, is listed nowhere.
 */
export async function examineReports(
  db: Database,
  { survey, deployment }: { readonly survey: Survey; readonly deployment: SwapDeployment },
): Promise<void> {
  for (const report of await listDueReports(db, REPORTS_AT_ONCE)) {
    // One that the nodes cannot agree on now must not keep the others waiting.
    const finding = await findOutcome(report, { survey, deployment }).catch((): Finding => ({ state: 'unknown' }));
    await inTransaction(db, async (tx) => {
      if (finding.state === 'reverted') await recordRevertedSwap(tx, finding.swap, finding.isFinal);
      else await deleteRevertedSwap(tx, report);
      if (finding.state === 'unknown' && report.checks + 1 >= MOST_CHECKS) return deleteReport(tx, report);
      const isDone = finding.state !== 'unknown' && finding.isFinal;
      return recordCheck(tx, report, isDone ? null : Math.min(2 ** (report.checks + 1), LONGEST_WAIT_SECONDS));
    });
  }
}

async function findOutcome(
  { account, txHash }: DueReport,
  { survey, deployment }: { readonly survey: Survey; readonly deployment: SwapDeployment },
): Promise<Finding> {
  const hash = txHash as Hex;
  const receipt = await readReceipt(survey.headNode, hash);
  if (receipt === undefined) return { state: 'unknown' };
  const { from, to, status, blockNumber } = receipt;
  const isFinal = blockNumber <= survey.finalized.number;
  const isOwn = isAddressEqual(from, getAddress(account)) && to !== null && isAddressEqual(to, deployment.router);
  if (!isOwn || status === 'success') return { state: 'other', isFinal };
  const [{ input, value }, block] = await Promise.all([
    survey.headNode.getTransaction({ hash }),
    readBlockHeader(survey.headNode, blockNumber),
  ]);
  const call = readRouterCall({ input, value });
  const soldCurrency = call === undefined ? undefined : soldCurrencyOf(call.path, deployment);
  // A block that changed in between is asked for again.
  if (block.hash !== receipt.blockHash) return { state: 'unknown' };
  if (call === undefined || soldCurrency === undefined) return { state: 'other', isFinal };
  const swap: PoolSwap = {
    ...{
      outcome: 'reverted',
      txHash: hash,
      position: 0,
      account: getAddress(account),
      pool: getAddress(deployment.pair),
    },
    ...{ blockNumber, blockHash: block.hash, blockAt: block.at },
    ...{ soldCurrency, sold: call.sold, received: call.received, ...swapBounds(call) },
    gasFee: receipt.gasUsed * receipt.effectiveGasPrice,
  };
  return { state: 'reverted', isFinal, swap };
}

async function readReceipt(node: RpcNode, hash: Hex) {
  try {
    return await node.getTransactionReceipt({ hash });
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return undefined;
    throw error;
  }
}

/** Returns what a swap by this path sells, if it goes by the pool of JU and FMC alone. */
function soldCurrencyOf(path: readonly string[], { fmc, wrappedNative }: SwapDeployment): 'JU' | 'FMC' | undefined {
  const [first, second, ...more] = path.map((token) => token.toLowerCase());
  if (more.length > 0) return undefined;
  const goes = (from: Address, to: Address) => first === from.toLowerCase() && second === to.toLowerCase();
  if (goes(fmc, wrappedNative)) return 'FMC';
  return goes(wrappedNative, fmc) ? 'JU' : undefined;
}
