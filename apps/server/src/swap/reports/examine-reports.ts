import { swapBounds } from '@city-mint/domain/swap/swap-figures';
import { type Address, getAddress, type Hex, isAddressEqual, TransactionReceiptNotFoundError } from 'viem';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { readBlockHeader, type Survey } from '#platform/chain/survey-chain.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { readRouterCall, type SwapDeployment } from '../pool-event.ts';
import { deleteRevertedSwap, type PoolSwap, recordRevertedSwap } from '../swaps/commands.ts';
import { type DueReport, deleteReport, listDueReports, recordCheck } from './commands.ts';

/** Maximum number of receipts per pass, which bounds the load of a flood of reports. */
const REPORTS_AT_ONCE = 40;
/** A report is checked again after 2, 4, 8 … seconds, up to this pause. */
const LONGEST_WAIT_SECONDS = 3_600;
/** A report is dropped after this many checks, most of a day: a swap is valid for twenty minutes. */
const MOST_CHECKS = 32;

/** The outcome of a reported transaction on chain. */
type Finding =
  | { readonly state: 'unknown' }
  | { readonly state: 'other'; readonly isFinal: boolean }
  | { readonly state: 'reverted'; readonly isFinal: boolean; readonly swap: PoolSwap };

/**
 * Requests the receipts of reported transactions from the agreeing nodes, and records those that are reverted swaps of
 * the reporting wallet through our router; the pool's own logs have the successful ones. Only the limit of a report is
 * trusted: a hash that belongs to someone else, or to no swap, is listed nowhere.
 */
export async function examineReports(
  db: Database,
  { survey, deployment }: { readonly survey: Survey; readonly deployment: SwapDeployment },
): Promise<void> {
  for (const report of await listDueReports(db, REPORTS_AT_ONCE)) {
    // A receipt on which the nodes disagree now must not delay the others.
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
  // If the block changed in between, the next pass asks again.
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

/** Returns the currency that a swap along this path sells, if it uses only the pool of JU and FMC. */
function soldCurrencyOf(path: readonly string[], { fmc, wrappedNative }: SwapDeployment): 'JU' | 'FMC' | undefined {
  const [first, second, ...more] = path.map((token) => token.toLowerCase());
  if (more.length > 0) return undefined;
  const goes = (from: Address, to: Address) => first === from.toLowerCase() && second === to.toLowerCase();
  if (goes(fmc, wrappedNative)) return 'FMC';
  return goes(wrappedNative, fmc) ? 'JU' : undefined;
}
