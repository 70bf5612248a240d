import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import { MINUTE_MS } from '@city-mint/domain/time/durations';
import { privateKeyToAccount } from 'viem/accounts';
import { createCosigning } from '#assets/jobs.ts';
import { createPaymentWatch, type WatchResult } from '#assets/watch/watch-payments.ts';
import { type ExamineDeps, examineRoot } from '#audit/commands/examine-root.ts';
import { createAuditJobs } from '#audit/jobs.ts';
import { observeAudit } from '#audit/metrics.ts';
import { believesWithdrawal } from '#audit/queries/believes-withdrawal.ts';
import { downloadTree } from '#audit/trees/download-tree.ts';
import { tidyTrees } from '#audit/trees/tidy-trees.ts';
import { createAgreedNode } from '#platform/chain/agreed-node.ts';
import { createMajorityNode } from '#platform/chain/majority-node.ts';
import { createNodeWatch } from '#platform/chain/node-watch.ts';
import { createRpcNodes } from '#platform/chain/rpc-node.ts';
import { watchGas } from '#platform/chain/watch-gas.ts';
import { ConfigError } from '#platform/config/config-error.ts';
import { configOrExit } from '#platform/config/config-or-exit.ts';
import { createDatabase } from '#platform/database/database.ts';
import { createFence } from '#platform/database/fence.ts';
import { createTimers } from '#platform/jobs/timers.ts';
import { createProcessMetrics } from '#platform/metrics/process-metrics.ts';
import { notifyReady } from '#platform/process/notify-ready.ts';
import { readNewestLiabilities } from '#proof/anchors/read-newest-liabilities.ts';
import type { RootToSign } from '#proof/commands/cosign-anchors.ts';
import { createRootCosigning } from '#proof/jobs.ts';
import { assertContracts } from './assert-contracts.ts';
import { monitorUntilSignal } from './monitoring.ts';
import { startLogger } from './start-logger.ts';
import { waitUntilAvailable } from './wait-until-available.ts';
import { watchDatabase } from './watch-database.ts';

const WATCH_MS = 1_000;
const COSIGN_MS = 500;
const AUDIT_MS = 1_000;
const TREES_MS = MINUTE_MS;
/** Adding up the orders of the largest round takes seconds. */
const AUDIT_STATEMENT_MS = 10 * MINUTE_MS;

/**
 * `npm run auditor`: a second bookkeeper. It follows the sealed journal and recomputes each transfer from its source
 * into balances of its own, examines each voucher and each root and signs it a second time, and pauses the vault on
 * chain when it has made a payment that the ledger does not know. It writes only its own schema, these signatures and
 * the trees of liabilities, which it stores before it signs their roots.
 */
const config = configOrExit(process, 'auditor');
const { GUARD_KEY: guardKey, AUDITOR_KEY: auditorKey } = config;
if (guardKey === undefined) throw new ConfigError([{ setting: 'GUARD_KEY', problem: 'is missing' }]);
if (auditorKey === undefined) throw new ConfigError([{ setting: 'AUDITOR_KEY', problem: 'is missing' }]);
const { PAGE_ORIGIN: from, TREES_FOLDER: folder } = config;
if (from === undefined) throw new ConfigError([{ setting: 'PAGE_ORIGIN', problem: 'is missing' }]);
if (folder === undefined) throw new ConfigError([{ setting: 'TREES_FOLDER', problem: 'is missing' }]);
const log = await startLogger('auditor', config);
const fence = createFence(config.DATABASE_POSITION_FILE);
const metrics = createProcessMetrics('auditor');
const db = createDatabase({
  url: config.DATABASE_URL,
  fence,
  role: 'city_mint_auditor',
  maxConnections: 2,
  onConnectionError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  watch: metrics.watchPool,
});
const books = createDatabase({
  url: config.DATABASE_URL,
  fence,
  role: 'city_mint_auditor',
  maxConnections: 2,
  statementTimeoutMs: AUDIT_STATEMENT_MS,
  onConnectionError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  name: 'books',
  watch: metrics.watchPool,
});
observeAudit(metrics.registry, db);
const nodes = createRpcNodes({ urls: [config.RPC_URL, ...config.WITNESS_RPC_URLS], timeoutMs: 5_000 });
const watch = createNodeWatch({ names: nodes.map(({ name }) => name), log });
const node = createMajorityNode(nodes, { onFinding: watch.found });
watchDatabase(config, { dbs: [db, books], fence, log });
await waitUntilAvailable('node', () => assertContracts({ node, nodes, watch }, config), { log });
const guard = privateKeyToAccount(guardKey);
const auditor = privateKeyToAccount(auditorKey);
const deployment = { chainId: config.CHAIN_ID, vault: config.VAULT_ADDRESS, fmc: config.FMC_ADDRESS };
const chain = {
  ...{ nodes, watch, log, chainId: config.CHAIN_ID, confirmations: config.FINALITY_CONFIRMATIONS },
  ...{ deployment, startBlock: BigInt(config.START_BLOCK) },
};
const approvers = config.OPERATOR_ADDRESSES;
const operators = { approvers, chainId: config.CHAIN_ID, vault: config.VAULT_ADDRESS };
const payments = createPaymentWatch({ ...chain, db, guard });
const audit = createAuditJobs({ ...chain, db: books, approvers });
const doubtOf = (id: bigint) => believesWithdrawal(db, id, operators);
const cosign = createCosigning({ db, node, deployment, auditor, log, doubtOf });
const anchors = {
  ...{ chainId: config.CHAIN_ID, anchors: config.ANCHORS_ADDRESS },
  tokens: { JU: NATIVE_TOKEN, FMC: config.FMC_ADDRESS },
};
const trees = { from, folder };
const storeTree: ExamineDeps['storeTree'] = (tree) => downloadTree(trees, tree);
const doubtOfRoot = (root: RootToSign) => examineRoot(books, root, { storeTree });
const cosignRoots = createRootCosigning({ db, auditor, log, doubtOf: doubtOfRoot, deployment: anchors });
const finalNode = createAgreedNode({ ...chain, at: 'final' });
let watched: WatchResult | undefined;
const timers = createTimers({ log, observer: metrics.jobs });
timers.everyMs('watch payments', WATCH_MS, async () => {
  const before = watched;
  watched = undefined;
  watched = await payments.watch();
  if (before === 'paused') watched = before;
});
// Signs nothing while the vault's payments cannot be read, or after one that the ledger does not know.
timers.everyMs('co-sign vouchers', COSIGN_MS, async () => {
  if (watched === 'watching') await cosign();
});
timers.everyMs('co-sign roots', AUDIT_MS, () => cosignRoots());
timers.everyMs('tidy trees', TREES_MS, async () => {
  const problems = await tidyTrees(trees, await readNewestLiabilities(finalNode, anchors));
  for (const problem of problems) log.error({ tree: problem }, 'the tree of an anchored root is missing');
});
// One after the other: both write the position. Without its nodes the auditor follows what needs no chain.
timers.everyMs('follow vault and journal', AUDIT_MS, async (signal) => {
  await audit.readChain(signal).finally(() => audit.follow(signal));
});
watchGas({ timers, registry: metrics.registry, node: finalNode, accounts: { GUARD_KEY: guard.address } });
await monitorUntilSignal({ config, metrics, log, db, node, timers, endOthers: () => books.destroy() });
log.info({ guard: guard.address, auditor: auditor.address }, 'watching the vault');
notifyReady();
