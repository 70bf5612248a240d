import type { Logger } from 'pino';
import { parseGwei } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { readVaultBalance } from '#assets/queries/reserves.ts';
import { tokenOfCurrency, VAULT_SOURCE, type VaultDeployment } from '#assets/vault.ts';
import { readChainHeight } from '#platform/chain/chain-height.ts';
import { createMajorityNode } from '#platform/chain/majority-node.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { Config } from '#platform/config/settings.ts';
import type { Database } from '#platform/database/database.ts';
import type { Timers } from '#platform/jobs/timers.ts';
import { anchorJournalHead } from '#proof/commands/anchor-journal-head.ts';
import type { VaultReading } from '#proof/commands/make-liabilities-trees.ts';
import { createScribeJob } from '#proof/jobs.ts';
import { assertContracts } from './assert-contracts.ts';

const JOURNAL_HEAD_MS = 60_000;
const ANCHOR_MS = 5_000;

type ScribeSettings = {
  readonly timers: Timers;
  readonly config: Config;
  readonly db: Database;
  /** Transactions are sent to the first node; the chain's state is the one that the majority agrees on. */
  readonly nodes: readonly RpcNode[];
  readonly log: Logger;
};

/**
 * Starts the timers that queue journal heads and anchor roots. Without SCRIBE_KEY roots are queued and not anchored.
 */
export function startScribe({ timers, config, db, nodes, log }: ScribeSettings): void {
  timers.everyMs('queue journal heads', JOURNAL_HEAD_MS, async () => void (await anchorJournalHead(db)));
  if (config.SCRIBE_KEY === undefined) {
    log.warn('no SCRIBE_KEY: roots are queued and not anchored');
    return;
  }
  const vaultDeployment = { chainId: config.CHAIN_ID, vault: config.VAULT_ADDRESS, fmc: config.FMC_ADDRESS };
  const account = privateKeyToAccount(config.SCRIBE_KEY);
  const anchor = createScribeJob({
    db,
    nodes,
    account,
    deployment: {
      chainId: config.CHAIN_ID,
      anchors: config.ANCHORS_ADDRESS,
      tokens: { JU: tokenOfCurrency(vaultDeployment, 'JU'), FMC: tokenOfCurrency(vaultDeployment, 'FMC') },
      startBlock: BigInt(config.START_BLOCK),
    },
    confirmations: config.FINALITY_CONFIRMATIONS,
    maxGasPrice: parseGwei(String(config.SCRIBE_MAX_GAS_PRICE)),
    log,
  });
  let areContractsVerified = false;
  timers.everyMs('anchor roots', ANCHOR_MS, async (signal) => {
    if (!areContractsVerified) await assertContracts({ node: createMajorityNode(nodes), nodes }, config);
    areContractsVerified = true;
    await anchor(signal);
  });
  log.info({ scribe: account.address }, 'anchoring roots');
}

/** Returns the reader of the vault for proofs of liabilities, at the block up to which the ledger has all events. */
export function vaultReading(node: RpcNode, deployment: VaultDeployment): VaultReading {
  return {
    readBlock: async (tx) => (await readChainHeight(tx, VAULT_SOURCE))?.readNumber,
    readBalance: (currency, blockNumber) => readVaultBalance({ node, deployment }, { currency, blockNumber }),
  };
}
