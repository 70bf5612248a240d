import { vaultEvents } from '@city-mint/server/assets/chain-events';
import type { VaultEvent } from '@city-mint/server/assets/vault-event';
import type { BatchCheck } from '@city-mint/server/platform/chain/batch-checks';
import type { LogSource } from '@city-mint/server/platform/chain/log-source';
import { createLogPoller, type Look } from '@city-mint/server/platform/chain/poll-logs';
import { createRpcNodes } from '@city-mint/server/platform/chain/rpc-node';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { createLogger } from '@city-mint/server/platform/log/create-logger';
import { ensureUser } from '@city-mint/server/session/commands/ensure-user';
import { TEST_CHAIN_ID, type TestChain } from './start-test-chain.ts';

export type TestIndexer = {
  readonly db: Database;
  readonly source: LogSource<VaultEvent>;
  look(): Promise<Look>;
  assertSameChain(): Promise<void>;
  /** Looks until all final blocks are read; the last look's outcome. */
  catchUp(): Promise<Look>;
  stop(): Promise<void>;
};

type Options = {
  databaseUrl: string;
  chain: Pick<TestChain, 'url' | 'addresses'>;
  /** Nodes to ask instead of the chain itself. */
  urls?: readonly string[];
  chainId?: number;
  timeoutMs?: number;
  integrityErrorsBeforeHalt?: number;
  maxSpan?: bigint;
  checks?: readonly BatchCheck[];
  /** Puts something between the poller and what takes its news. */
  wrap?: (source: LogSource<VaultEvent>) => LogSource<VaultEvent>;
};

/** The indexer's poller as its process wires it, on the indexer's own database role, but looking only when told. */
export function startTestIndexer(options: Options): TestIndexer {
  const { vault, fmc } = options.chain.addresses;
  const chainId = options.chainId ?? TEST_CHAIN_ID;
  const db = createDatabase({ url: options.databaseUrl, role: 'city_mint_indexer', maxConnections: 4 });
  const plain = vaultEvents({ deployment: { chainId: TEST_CHAIN_ID, vault, fmc }, ensureUser });
  const source = options.wrap?.(plain) ?? plain;
  const poller = createLogPoller({
    db,
    nodes: createRpcNodes({ urls: options.urls ?? [options.chain.url], timeoutMs: options.timeoutMs ?? 10_000 }),
    source,
    chainId,
    confirmations: 64,
    log: createLogger({ name: 'test', level: 'silent' }),
    ...(options.integrityErrorsBeforeHalt === undefined
      ? {}
      : { integrityErrorsBeforeHalt: options.integrityErrorsBeforeHalt }),
    ...(options.maxSpan === undefined ? {} : { maxSpan: options.maxSpan }),
    ...(options.checks === undefined ? {} : { checks: options.checks }),
  });
  const catchUp = async () => {
    for (;;) {
      const look = await poller.look();
      if (look !== 'more' && look !== 'overtaken') return look;
    }
  };
  return { db, source, look: poller.look, assertSameChain: poller.assertSameChain, catchUp, stop: () => db.destroy() };
}
