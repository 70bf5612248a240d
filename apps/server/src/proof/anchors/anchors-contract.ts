import { journalSubject, settlementSubject } from '@city-mint/chain-contract/anchor-subject';
import { type Liabilities, liabilitiesTypedData, rootTypedData } from '@city-mint/chain-contract/anchored-root';
import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import {
  type Address,
  bytesToHex,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  type Log,
  parseEventLogs,
  zeroHash,
} from 'viem';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { AnchorBlock, StoredAnchor } from './store.ts';

/** The contract Anchors on its chain, and the token addresses of the currencies. */
export type AnchorsDeployment = {
  readonly chainId: number;
  readonly anchors: Address;
  readonly tokens: Readonly<Record<Currency, Address>>;
  /** No root is anchored in an earlier block. */
  readonly startBlock: bigint;
};

type DeployedContract = { readonly node: RpcNode; readonly deployment: AnchorsDeployment };

/** Blocks per request for logs; nodes accept this range. */
export const LOG_BLOCK_RANGE = 2_000n;

/** Returns the calldata that anchors a root. Throws for one that the auditor has not signed, or without a subject. */
export function encodeAnchorCall(anchor: StoredAnchor, { tokens }: Pick<AnchorsDeployment, 'tokens'>): Hex {
  const contents = contentsOf(anchor, tokens);
  if (contents === undefined || anchor.cosignature === null)
    throw new Error(`root ${anchor.id} has no subject or signature`);
  const { root, ...of } = contents;
  const signature = bytesToHex(anchor.cosignature);
  if ('subject' in of)
    return encodeFunctionData({ abi: anchorsAbi, functionName: 'anchor', args: [of.subject, root, signature] });
  return encodeFunctionData({ abi: anchorsAbi, functionName: 'anchorLiabilities', args: [{ ...of, root }, signature] });
}

/** The part of a root that the contract stores and the auditor signs. */
type AnchorContents = Liabilities | { readonly subject: Hex; readonly root: Hex };

/** Returns the figures that are anchored with a root of liabilities; undefined for other roots. */
export function figuresOf({ total, deposited, withdrawn, as_of_block: asOfBlock }: FigureColumns) {
  if (total === null || deposited === null || withdrawn === null || asOfBlock === null) return undefined;
  return { total, deposited, withdrawn, asOfBlock };
}

type FigureColumns = Pick<StoredAnchor, 'total' | 'deposited' | 'withdrawn' | 'as_of_block'>;

/** Returns the contents of a root; undefined for a round that was never published. */
function contentsOf(anchor: StoredAnchor, tokens: AnchorsDeployment['tokens']): AnchorContents | undefined {
  const root = bytesToHex(anchor.root);
  const figures = figuresOf(anchor);
  if (figures !== undefined) return { token: tokenOf(anchor, tokens), root, ...figures };
  const subject = subjectOf(anchor);
  return subject === undefined ? undefined : { subject, root };
}

/** Returns the typed data that the auditor signs for a root; undefined for a round that was never published. */
export function typedDataOf(
  anchor: StoredAnchor,
  { tokens, ...deployment }: Pick<AnchorsDeployment, 'chainId' | 'anchors' | 'tokens'>,
) {
  const contents = contentsOf(anchor, tokens);
  if (contents === undefined) return undefined;
  return 'subject' in contents ? rootTypedData(deployment, contents) : liabilitiesTypedData(deployment, contents);
}

/** Returns the contract's subject of a root; undefined for liabilities, and for a round that was never published. */
export function subjectOf({ kind, subject, terms_hash: termsHash }: StoredAnchor): Hex | undefined {
  if (kind === 'journal') return journalSubject(subject);
  return termsHash === null ? undefined : settlementSubject({ roundId: subject, termsHash });
}

/** Whether one of the logs is the contract's event that anchors this root. */
export function hasAnchorEvent(
  logs: readonly Log[],
  { anchor, deployment }: { anchor: StoredAnchor; deployment: AnchorsDeployment },
): boolean {
  const { total, deposited, withdrawn, as_of_block: asOfBlock } = anchor;
  const root = bytesToHex(anchor.root);
  const subject = subjectOf(anchor);
  const contractLogs = logs.filter(({ address }) => isAddressEqual(address, deployment.anchors));
  return parseEventLogs({ abi: anchorsAbi, logs: contractLogs }).some(({ eventName, args }) => {
    if (eventName === 'RootAnchored') return args.subject === subject && args.root === root;
    if (eventName !== 'LiabilitiesAnchored' || anchor.kind !== 'liabilities') return false;
    const isSameRoot = args.root === root && args.total === total && args.asOfBlock === asOfBlock;
    const isSame = isSameRoot && args.deposited === deposited && args.withdrawn === withdrawn;
    return isSame && isAddressEqual(args.token, tokenOf(anchor, deployment.tokens));
  });
}

/**
 * A root in the contract's latest state. anchored: the contract has it; absent: the contract accepts it; conflicting:
 * the subject has another root; superseded: a later root of the same liabilities is anchored, which excludes this one.
 */
export type AnchorStatus = 'anchored' | 'absent' | 'conflicting' | 'superseded';

/** Returns the status of a root in the contract. Throws when the node does not respond. */
export async function readAnchorStatus(
  { node, deployment }: DeployedContract,
  anchor: StoredAnchor,
): Promise<AnchorStatus> {
  const subject = subjectOf(anchor);
  if (subject === undefined) return readLiabilitiesStatus({ node, deployment }, anchor);
  const anchoredRoot = await node.readContract({
    address: deployment.anchors,
    abi: anchorsAbi,
    functionName: 'rootOf',
    args: [subject],
  });
  if (anchoredRoot === zeroHash) return 'absent';
  return anchoredRoot === bytesToHex(anchor.root) ? 'anchored' : 'conflicting';
}

async function readLiabilitiesStatus(
  { node, deployment }: DeployedContract,
  anchor: StoredAnchor,
): Promise<AnchorStatus> {
  const root = bytesToHex(anchor.root);
  const { as_of_block: asOfBlock } = anchor;
  const token = tokenOf(anchor, deployment.tokens);
  const contract = { address: deployment.anchors, abi: anchorsAbi } as const;
  const latestEpoch = await node.readContract({ ...contract, functionName: 'epochOf', args: [token] });
  // Blocks increase from epoch to epoch, so the loop usually ends at the first one.
  for (let epoch = latestEpoch; epoch > 0n; epoch -= 1n) {
    const liabilities = await node.readContract({ ...contract, functionName: 'liabilitiesAt', args: [token, epoch] });
    if (liabilities.root === root) return 'anchored';
    if (asOfBlock === null || liabilities.asOfBlock < asOfBlock) return epoch === latestEpoch ? 'absent' : 'superseded';
  }
  return latestEpoch === 0n ? 'absent' : 'superseded';
}

/**
 * Returns the transaction and block of an anchored root that no row knows of. Searches the contract's logs backwards
 * from the block `head`; returns undefined when there is none.
 */
export async function findAnchorBlock(
  { node, deployment, head }: DeployedContract & { head: bigint },
  anchor: StoredAnchor,
): Promise<AnchorBlock | undefined> {
  const { startBlock, anchors: address } = deployment;
  for (let toBlock = head; toBlock >= startBlock && toBlock >= 0n; toBlock -= LOG_BLOCK_RANGE) {
    const rangeStart = toBlock - LOG_BLOCK_RANGE + 1n;
    const fromBlock = rangeStart < startBlock ? startBlock : rangeStart;
    const logs = await node.getLogs({ address, fromBlock, toBlock });
    const anchorLog = logs.find((log) => hasAnchorEvent([log], { anchor, deployment }));
    if (anchorLog !== undefined) {
      const { transactionHash: txHash, blockNumber: number, blockHash: hash } = anchorLog;
      return { txHash, number, hash };
    }
  }
  return undefined;
}

function tokenOf({ currency }: StoredAnchor, tokens: AnchorsDeployment['tokens']): Address {
  return currency === CURRENCIES.JU ? tokens.JU : tokens.FMC;
}
