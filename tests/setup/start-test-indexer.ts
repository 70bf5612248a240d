import { vaultEvents } from '@city-mint/server/assets/chain-events';
import type { VaultEvent } from '@city-mint/server/assets/vault-event';
import type { Patience } from '@city-mint/server/platform/chain/halt-patience';
import type { EventCheck } from '@city-mint/server/platform/chain/log-batch';
import { createLogReader, type PollResult } from '@city-mint/server/platform/chain/log-reader';
import type { NumberedLogs } from '@city-mint/server/platform/chain/log-source';
import { createNodeWatch, type NodeWatch } from '@city-mint/server/platform/chain/node-watch';
import { createRpcNodes, type RpcNode } from '@city-mint/server/platform/chain/rpc-node';
import { createSharedReading } from '@city-mint/server/platform/chain/shared-reading';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { createLogger } from '@city-mint/server/platform/log/create-logger';
import { asRole } from './as-role.ts';
import { TEST_CHAIN_ID, type TestChain } from './start-test-chain.ts';

export type TestIndexer = {
  readonly db: Database;
  readonly source: NumberedLogs<VaultEvent>;
  readonly nodes: readonly RpcNode[];
  readonly watch: NodeWatch;
  poll(): Promise<PollResult>;
  assertSameChain(): Promise<void>;
  /** Polls until all final blocks are read; returns the last poll's result. */
  catchUp(): Promise<PollResult>;
  stop(): Promise<void>;
};

type Options = {
  databaseUrl: string;
  chain: Pick<TestChain, 'url' | 'addresses'>;
  /** RPC URLs to use instead of the chain's. */
  urls?: readonly string[];
  chainId?: number;
  timeoutMs?: number;
  /** By default three consecutive errors of any kind halt it immediately. */
  patience?: Partial<Patience>;
  maxSpan?: bigint;
  startBlock?: bigint;
  checks?: readonly EventCheck[];
  /** Wraps the source, so that a test can intervene between the reader and the ledger. */
  wrap?: (source: NumberedLogs<VaultEvent>) => NumberedLogs<VaultEvent>;
};

/** Returns the indexer's log reader with the indexer's database role; it polls only when called. */
export function startTestIndexer(options: Options): TestIndexer {
  const { vault, fmc } = options.chain.addresses;
  const chainId = options.chainId ?? TEST_CHAIN_ID;
  const db = createDatabase({ ...asRole(options.databaseUrl, 'city_mint_indexer'), maxConnections: 4 });
  const log = createLogger({ name: 'test', level: 'silent' });
  const nodes = createRpcNodes({ urls: options.urls ?? [options.chain.url], timeoutMs: options.timeoutMs ?? 10_000 });
  const watch = createNodeWatch({ names: nodes.map(({ name }) => name), log });
  const plain = vaultEvents({ chainId: TEST_CHAIN_ID, vault, fmc });
  const source = options.wrap?.(plain) ?? plain;
  const reader = createLogReader({
    db,
    nodes,
    watch,
    shared: createSharedReading(),
    source,
    chainId,
    confirmations: 64,
    log,
    patience: { haltAfterMs: 0, firstPauseMs: 0, ...options.patience },
    startBlock: options.startBlock,
    ...(options.maxSpan === undefined ? {} : { maxSpan: options.maxSpan }),
    ...(options.checks === undefined ? {} : { checks: options.checks }),
  });
  const catchUp = async () => {
    for (;;) {
      const result = await reader.poll();
      if (result !== 'more' && result !== 'overtaken') return result;
    }
  };
  return {
    db,
    source,
    nodes,
    watch,
    poll: reader.poll,
    assertSameChain: reader.assertSameChain,
    catchUp,
    stop: () => db.destroy(),
  };
}
