import type { Logger } from 'pino';
import type { Address } from 'viem';
import type { Database } from '../database/database.ts';
import { inTransaction } from '../database/transaction.ts';
import { ChainIntegrityError } from './chain-integrity-error.ts';
import { type ChainLog, readLogs } from './read-logs.ts';
import type { RpcNode } from './rpc-node.ts';
import { type Cursor, findCursor, insertCursor, lockCursor, moveCursor, recordSurvey } from './store.ts';
import { readBlockHeader, type Survey, surveyChain } from './survey-chain.ts';

/** Logs of contracts that are not ours: without numbers of their own, so the contract's state says whether they are all there. */
export type FollowedLogs<Item> = {
  /** Names the cursor; for ever the same. */
  readonly name: string;
  readonly address: Address;
  /** What to keep of the logs of a stretch. Throws ChainIntegrityError when they cannot be all. */
  readonly read: (
    node: RpcNode,
    logs: readonly ChainLog[],
    blocks: { readonly from: bigint; readonly to: bigint },
  ) => Promise<readonly Item[]>;
  /** Keeps it, inside the transaction that moves the cursor. */
  readonly take: (tx: Database, items: readonly Item[]) => Promise<void>;
};

export type LogFollowerSettings<Item> = {
  readonly db: Database;
  readonly nodes: readonly RpcNode[];
  readonly source: FollowedLogs<Item>;
  readonly chainId: number;
  readonly startBlock: bigint;
  readonly confirmations: number;
  readonly log: Logger;
};

const MAX_SPAN = 2_000n;

/**
 * Reads the next stretch of final blocks; gives whether there is more to read at once. What is kept and the cursor are written in one
 * transaction, so each log is kept exactly once however many indexers run side by side. In doubt nothing is kept and it is tried again:
 * nothing that moves money hangs on these logs, so nothing is halted either.
 */
export function createLogFollower<Item>(settings: LogFollowerSettings<Item>): () => Promise<boolean> {
  let span = MAX_SPAN;
  let turn = 0;
  return async () => {
    try {
      const more = await followOnce(settings, { span, turn });
      span = span * 2n > MAX_SPAN ? MAX_SPAN : span * 2n;
      return more;
    } catch (error) {
      turn += 1;
      span = span > 1n ? span / 2n : 1n;
      if (!(error instanceof ChainIntegrityError)) throw error;
      settings.log.error({ err: error, source: settings.source.name }, 'these logs cannot be trusted now');
      return false;
    }
  };
}

async function followOnce<Item>(
  settings: LogFollowerSettings<Item>,
  { span, turn }: { span: bigint; turn: number },
): Promise<boolean> {
  const { db, nodes, source } = settings;
  const node = nodes[turn % nodes.length];
  if (node === undefined) throw new Error('no chain node is configured');
  const survey = await surveyChain(settings);
  const cursor = (await findCursor(db, source.name)) ?? (await begin(settings, { node, survey }));
  if (cursor === undefined || survey.finalized.number < cursor.block_number) return false;
  if (cursor.genesis_hash !== survey.genesisHash || cursor.chain_id !== settings.chainId) {
    throw new ChainIntegrityError(
      'other-genesis',
      `${cursor.genesis_hash} was block 0, now it is ${survey.genesisHash}`,
    );
  }
  const { hash } = await readBlockHeader(node, cursor.block_number);
  if (hash !== cursor.block_hash)
    throw new ChainIntegrityError('block-changed', `block ${cursor.block_number} is another one`);

  const last = cursor.block_number + span;
  const reachesEnd = last >= survey.finalized.number;
  const to = reachesEnd ? survey.finalized : await readBlockHeader(node, last);
  const range = { fromBlock: cursor.block_number + 1n, toBlock: to.number };
  const isEmpty = range.toBlock < range.fromBlock;
  const logs = isEmpty ? [] : await readLogs(node, { addresses: [source.address], ...range, withReceipts: true });
  const items = isEmpty ? [] : await source.read(node, logs, { from: range.fromBlock, to: range.toBlock });
  await inTransaction(db, async (tx) => {
    const now = await lockCursor(tx, source.name);
    if (now?.block_number !== cursor.block_number) return;
    if (items.length > 0) await source.take(tx, items);
    await recordSurvey(tx, { source: source.name, survey });
    await moveCursor(tx, { source: source.name, to, lastSequence: 0n });
  });
  return !reachesEnd;
}

async function begin<Item>(
  { db, source, chainId, startBlock }: LogFollowerSettings<Item>,
  { node, survey }: { node: RpcNode; survey: Survey },
): Promise<Cursor | undefined> {
  const after = await readBlockHeader(node, startBlock > 0n ? startBlock - 1n : 0n);
  await insertCursor(db, { source: source.name, chainId, genesisHash: survey.genesisHash, after });
  return findCursor(db, source.name);
}
