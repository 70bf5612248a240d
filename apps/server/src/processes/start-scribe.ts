import type { Logger } from 'pino';
import { parseGwei } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { tokenOfCurrency } from '#assets/vault.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { Config } from '#platform/config/settings.ts';
import type { Database } from '#platform/database/database.ts';
import type { Timers } from '#platform/jobs/timers.ts';
import { anchorJournalHead } from '#proof/commands/anchor-journal-head.ts';
import { createScribeJob } from '#proof/jobs.ts';
import { assertContracts } from './assert-contracts.ts';

const HEADS_MS = 60_000;
const ANCHOR_MS = 5_000;

type ScribeSettings = {
  readonly timers: Timers;
  readonly config: Config;
  readonly db: Database;
  /** The first one is sent to. */
  readonly nodes: readonly RpcNode[];
  readonly log: Logger;
};

/** Brings roots and heads of the journal into the contract Anchors; without SCRIBE_KEY they are only put among those that wait. */
export function startScribe({ timers, config, db, nodes, log }: ScribeSettings): void {
  timers.everyMs('heads of the journal', HEADS_MS, async () => void (await anchorJournalHead(db)));
  if (config.SCRIBE_KEY === undefined) {
    log.warn('no SCRIBE_KEY: roots wait for their anchoring');
    return;
  }
  const vaultDeployment = { chainId: config.CHAIN_ID, vault: config.VAULT_ADDRESS, fmc: config.FMC_ADDRESS };
  const account = privateKeyToAccount(config.SCRIBE_KEY);
  const anchor = createScribeJob({
    db,
    nodes,
    account,
    place: {
      chainId: config.CHAIN_ID,
      anchors: config.ANCHORS_ADDRESS,
      tokens: { JU: tokenOfCurrency(vaultDeployment, 'JU'), FMC: tokenOfCurrency(vaultDeployment, 'FMC') },
      startBlock: BigInt(config.START_BLOCK),
    },
    confirmations: config.FINALITY_CONFIRMATIONS,
    maxGasPrice: parseGwei(String(config.SCRIBE_MAX_GAS_PRICE)),
    log,
  });
  let isPlaceKnown = false;
  timers.everyMs('anchor roots', ANCHOR_MS, async (signal) => {
    if (!isPlaceKnown) for (const node of nodes) await assertContracts(node, config);
    isPlaceKnown = true;
    await anchor(signal);
  });
  log.info({ scribe: account.address }, 'anchoring roots');
}
