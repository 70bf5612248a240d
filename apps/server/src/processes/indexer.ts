import { vaultEvents } from '#assets/chain-events.ts';
import { creditWaitingDeposits } from '#assets/recharges/commands.ts';
import { coverUnknownPayments } from '#assets/unknown-payments/commands.ts';
import { createPaymentFinder } from '#assets/unknown-payments/find-payments.ts';
import { returnExpiredWithdrawals } from '#assets/withdrawals/commands/return-expired-withdrawals.ts';
import { checkReading, observeCursors } from '#platform/chain/cursors.ts';
import { createLogReader } from '#platform/chain/log-reader.ts';
import { createMajorityNode } from '#platform/chain/majority-node.ts';
import { createNodeWatch } from '#platform/chain/node-watch.ts';
import { observeNodes } from '#platform/chain/nodes.ts';
import { createRpcNodes } from '#platform/chain/rpc-node.ts';
import { createSharedReading } from '#platform/chain/shared-reading.ts';
import { configOrExit } from '#platform/config/config-or-exit.ts';
import { contractAddresses } from '#platform/config/contract-addresses.ts';
import { createDatabase } from '#platform/database/database.ts';
import { createFence } from '#platform/database/fence.ts';
import { createTimers } from '#platform/jobs/timers.ts';
import { createProcessMetrics } from '#platform/metrics/process-metrics.ts';
import { notifyReady } from '#platform/process/notify-ready.ts';
import { createSwapJob } from '#swap/jobs.ts';
import { assertContracts } from './assert-contracts.ts';
import { monitorUntilSignal } from './monitoring.ts';
import { startLogger } from './start-logger.ts';
import { waitUntilAvailable } from './wait-until-available.ts';
import { watchDatabase } from './watch-database.ts';

const POLL_MS = 1_000;
const SWAPS_MS = 2_000;

/** `npm run indexer`: applies final events of the chain to the ledger, and returns expired withdrawals. */
const config = configOrExit(process, 'indexer');
const log = await startLogger('indexer', config);
const fence = createFence(config.DATABASE_POSITION_FILE);
const metrics = createProcessMetrics('indexer');
const db = createDatabase({
  url: config.DATABASE_URL,
  fence,
  role: 'city_mint_indexer',
  maxConnections: 4,
  onConnectionError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  watch: metrics.watchPool,
});
const nodes = createRpcNodes({ urls: [config.RPC_URL, ...config.WITNESS_RPC_URLS] });
const watch = createNodeWatch({ names: nodes.map(({ name }) => name), log });
const node = createMajorityNode(nodes, { onFinding: watch.found });
const deployment = { chainId: config.CHAIN_ID, vault: config.VAULT_ADDRESS, fmc: config.FMC_ADDRESS };
const shared = createSharedReading();
const reading = { db, nodes, watch, chainId: config.CHAIN_ID, confirmations: config.FINALITY_CONFIRMATIONS };
const source = vaultEvents(deployment);
const vaultReader = createLogReader({ ...reading, shared, source, startBlock: BigInt(config.START_BLOCK), log });
const findPayments = createPaymentFinder({ ...reading, source });
watchDatabase(config, { dbs: [db], fence, log });
await waitUntilAvailable('node', () => assertContracts({ node, nodes, watch }, config), { log });
await waitUntilAvailable('node and database', vaultReader.assertSameChain, { log });

const timers = createTimers({ log, observer: metrics.jobs });
timers.everyMs('index', POLL_MS, async (signal) => {
  while (!signal.aborted && (await vaultReader.poll()) === 'more');
});
timers.everyMs('credit waiting deposits', POLL_MS, async () => {
  const credited = await creditWaitingDeposits(db);
  if (credited > 0) log.info({ credited }, 'waiting deposits credited');
});
timers.everyMs('find unknown payments', POLL_MS, async () => {
  const found = await findPayments();
  if (found > 0) log.error({ found }, 'further payments of the vault that the ledger does not know');
});
timers.everyMs('book unknown payments', POLL_MS, async () => void (await coverUnknownPayments(db)));
timers.everyMs('return expired withdrawals', POLL_MS, async () => {
  await returnExpiredWithdrawals({
    db,
    node,
    deployment,
    onReturned: ({ id, callId }) => log.info({ callId, withdrawalId: `${id}` }, 'withdrawal returned'),
  });
});
const readSwaps = createSwapJob({
  db,
  nodes,
  watch,
  shared,
  addresses: contractAddresses(config),
  chainId: config.CHAIN_ID,
  startBlock: BigInt(config.START_BLOCK),
  confirmations: config.FINALITY_CONFIRMATIONS,
  log,
});
timers.everyMs('swaps', SWAPS_MS, (signal) => readSwaps(signal));
observeCursors(metrics.registry, db);
observeNodes(metrics.registry, db);
await monitorUntilSignal({
  ...{ config, metrics, log, db, node, timers },
  readiness: { reading: () => checkReading(db) },
});
log.info({ vault: deployment.vault, chainId: deployment.chainId }, 'reading the chain');
notifyReady();
