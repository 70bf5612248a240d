import { vaultEvents } from '../assets/chain-events.ts';
import { creditWaitingDeposits } from '../assets/commands/credit-waiting-deposits.ts';
import { returnExpiredWithdrawals } from '../assets/commands/return-expired-withdrawals.ts';
import { createLogPoller } from '../platform/chain/poll-logs.ts';
import { createRpcNodes } from '../platform/chain/rpc-node.ts';
import { configOrExit } from '../platform/config/config-or-exit.ts';
import { contractAddresses } from '../platform/config/contract-addresses.ts';
import { createDatabase } from '../platform/database/database.ts';
import { createTimers } from '../platform/jobs/timers.ts';
import { createLogger } from '../platform/log/create-logger.ts';
import { stopOnSignal } from '../platform/process/stop-on-signal.ts';
import { ensureUser } from '../session/commands/ensure-user.ts';
import { createSwapJob } from '../swap/jobs.ts';
import { assertContracts } from './assert-contracts.ts';

const POLL_MS = 1_000;
const SWAPS_MS = 2_000;

/** `npm run indexer`: brings what is final on the chain into the ledger, and gives back what can no longer be withdrawn. */
const config = configOrExit(process, 'indexer');
const log = createLogger({ name: 'indexer', level: config.LOG_LEVEL });
const db = createDatabase({
  url: config.DATABASE_URL,
  role: 'city_mint_indexer',
  maxConnections: 4,
  onConnectionError: (error) => log.warn({ err: error }, 'a database connection was lost'),
});
const nodes = createRpcNodes({ urls: [config.RPC_URL, ...config.WITNESS_RPC_URLS] });
const place = { chainId: config.CHAIN_ID, vault: config.VAULT_ADDRESS, fmc: config.FMC_ADDRESS };
const poller = createLogPoller({
  db,
  nodes,
  source: vaultEvents({ place, ensureUser }),
  chainId: config.CHAIN_ID,
  startBlock: BigInt(config.START_BLOCK),
  confirmations: config.FINALITY_CONFIRMATIONS,
  log,
});
for (const node of nodes) await assertContracts(node, config);
await poller.assertSameChain();

const timers = createTimers({ log });
timers.everyMs('index', POLL_MS, async (signal) => {
  while (!signal.aborted && (await poller.look()) === 'more');
});
timers.everyMs('credit waiting deposits', POLL_MS, async () => {
  const credited = await creditWaitingDeposits(db, ensureUser);
  if (credited > 0) log.info({ credited }, 'deposits credited that had waited');
});
timers.everyMs('return expired withdrawals', POLL_MS, async () => {
  const returned = await returnExpiredWithdrawals({ db, nodes, place });
  if (returned > 0) log.info({ returned }, 'expired withdrawals given back');
});
const readSwaps = createSwapJob({
  db,
  nodes,
  addresses: contractAddresses(config),
  chainId: config.CHAIN_ID,
  startBlock: BigInt(config.START_BLOCK),
  confirmations: config.FINALITY_CONFIRMATIONS,
  log,
});
timers.everyMs('swaps', SWAPS_MS, (signal) => readSwaps(signal));
stopOnSignal(log, async () => {
  await timers.stop();
  await db.destroy();
});
log.info({ vault: place.vault, chainId: place.chainId }, 'reading the chain');
