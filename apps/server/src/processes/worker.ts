import { HOUR_MS } from '@city-mint/domain/time/durations';
import { privateKeyToAccount } from 'viem/accounts';
import { signDueWithdrawals, watchReserves } from '#assets/jobs.ts';
import { createReserveMetrics, observeDemands } from '#assets/metrics.ts';
import { examineUnknownPayments } from '#assets/unknown-payments/examine-payments.ts';
import { recordVaultState } from '#assets/watch/record-vault-state.ts';
import { WITHDRAWAL_DUE_CHANNEL } from '#assets/withdrawals/store/withdrawals.ts';
import { countFlows } from '#ledger/flows/commands.ts';
import { createJournalJobs } from '#ledger/jobs.ts';
import { createAgreedNode } from '#platform/chain/agreed-node.ts';
import { createMajorityNode } from '#platform/chain/majority-node.ts';
import { createNodeWatch } from '#platform/chain/node-watch.ts';
import { createRpcNodes } from '#platform/chain/rpc-node.ts';
import { watchGas } from '#platform/chain/watch-gas.ts';
import { ConfigError } from '#platform/config/config-error.ts';
import { configOrExit } from '#platform/config/config-or-exit.ts';
import { directUrl } from '#platform/config/direct-url.ts';
import { operatorOf } from '#platform/config/operator-of.ts';
import { createDatabase } from '#platform/database/database.ts';
import { createFence } from '#platform/database/fence.ts';
import { warnOfServerSettings } from '#platform/database/server-settings.ts';
import { listen } from '#platform/jobs/listen.ts';
import { createTimers } from '#platform/jobs/timers.ts';
import { createProcessMetrics } from '#platform/metrics/process-metrics.ts';
import { notifyReady } from '#platform/process/notify-ready.ts';
import { createProofJob } from '#proof/jobs.ts';
import { purgeRefusals } from '#requests/commands.ts';
import { refreshResults } from '#rounds/earnings/commands.ts';
import { paySettlementParts, runRounds } from '#rounds/jobs.ts';
import { ROUND_DUE_CHANNEL } from '#rounds/round/store/rounds.ts';
import { PARTS_DUE_CHANNEL } from '#rounds/settlement/parts.ts';
import { purgeSessions } from '#session/commands/purge-sessions.ts';
import { pauseWithdrawals } from '#switches/commands.ts';
import { assertContracts } from './assert-contracts.ts';
import { monitorUntilSignal, observeWork } from './monitoring.ts';
import { startMiningWork, startTeamWork } from './start-daily-work.ts';
import { startDemands } from './start-demands.ts';
import { startLogger } from './start-logger.ts';
import { startNoticeWork } from './start-notice-work.ts';
import { startScribe, vaultReading } from './start-scribe.ts';
import { watchDatabase } from './watch-database.ts';

const SIGN_MS = 1_000;
const WATCH_RESERVES_MS = 30_000;
const EXAMINE_MS = 1_000;
const READ_VAULT_MS = 30_000;
const FLOWS_MS = 2_000;
const ROUNDS_MS = 250;
const RESULTS_MS = 5_000;
const PURGE_MS = 600_000;
const PROOFS_MS = 2_000;
const SEAL_MS = 1_000;
const AUDIT_MS = 60_000;
const PURGE_SESSIONS_MS = 60_000;
/** One step of a settlement transfers the money of up to 50,000 orders. */
const SETTLEMENT_TIMEOUT_MS = 300_000;

/**
 * `npm run worker`: does the work that is due by the rows and the database's clock. Any number of instances run in
 * parallel.
 */
const config = configOrExit(process, 'worker');
const signerKey = config.VOUCHER_SIGNER_KEY;
if (signerKey === undefined) throw new ConfigError([{ setting: 'VOUCHER_SIGNER_KEY', problem: 'is missing' }]);
const log = await startLogger('worker', config);
const fence = createFence(config.DATABASE_POSITION_FILE);
const metrics = createProcessMetrics('worker');
const connection = {
  url: config.DATABASE_URL,
  fence,
  role: 'city_mint_worker',
  onConnectionError: (error: Error) => log.warn({ err: error }, 'a database connection was lost'),
  watch: metrics.watchPool,
} as const;
const db = createDatabase({ ...connection, maxConnections: config.DATABASE_CONNECTIONS });
const roundsDb = createDatabase({
  ...connection,
  name: 'rounds',
  // Steps, parallel parts of openings and settlements, and other reads of rounds.
  maxConnections: 4,
  statementTimeoutMs: SETTLEMENT_TIMEOUT_MS,
});
watchDatabase(config, { dbs: [db, roundsDb], fence, log });
const nodes = createRpcNodes({ urls: [config.RPC_URL, ...config.WITNESS_RPC_URLS] });
const watch = createNodeWatch({ names: nodes.map(({ name }) => name), log });
const node = createMajorityNode(nodes, { onFinding: watch.found });
const chain = { nodes, watch, chainId: config.CHAIN_ID, confirmations: config.FINALITY_CONFIRMATIONS };
const deployment = { chainId: config.CHAIN_ID, vault: config.VAULT_ADDRESS, fmc: config.FMC_ADDRESS };
const signer = privateKeyToAccount(signerKey);

const observe = createReserveMetrics(metrics.registry);
const compare = () => watchReserves({ db, deployment, node, log, observe });

const timers = createTimers({ log, observer: metrics.jobs });
// Nothing is signed before the contracts are verified; rounds continue while no node answers.
let isVaultKnown = false;
const signing = timers.everyMs('sign withdrawals', SIGN_MS, async (signal) => {
  if (!isVaultKnown) await assertContracts({ node, nodes, watch }, config);
  isVaultKnown = true;
  const onSigned = (lateMs: number) => metrics.observeLate('withdrawal', lateMs);
  await signDueWithdrawals({ db, deployment, signer, log, compare, onSigned }, signal);
});
timers.everyMs('watch reserves', WATCH_RESERVES_MS, async () => void (await compare()));
timers.everyMs('read the vault', READ_VAULT_MS, async () => void (await recordVaultState({ db, node, deployment })));
const rounds = timers.everyMs('rounds', ROUNDS_MS, async (signal) => {
  await runRounds(roundsDb, {
    signal,
    longestPauseMs: config.PAUSE_CANCELS_AFTER_HOURS * HOUR_MS,
    operator: operatorOf(config),
    onStepError: (error) => log.error({ err: error }, 'backing off a round or plan after an error'),
    onPartError: (error) => log.warn({ err: error }, 'retrying a part of an opening after an error'),
    onLapsed: ({ roundId, isCancelled }) =>
      log.warn({ roundId: `${roundId}`, isCancelled }, 'the suspension of a round has lapsed'),
    onStep: (lateMs) => metrics.observeLate('round', lateMs),
  });
});
const parts = timers.everyMs('parts of settlements', ROUNDS_MS, (signal) => paySettlementParts(roundsDb, signal));
timers.everyMs('old refusals', PURGE_MS, async (signal) => void (await purgeRefusals(db, signal)));
timers.everyMs('results of participants', RESULTS_MS, () => refreshResults(roundsDb));
const finalNode = createAgreedNode({ ...chain, at: 'final' });
timers.everyMs('examine unknown payments', EXAMINE_MS, async () => {
  await examineUnknownPayments({ db, node: finalNode, deployment });
});
const miningWork = startMiningWork({ timers, config, connection, log, chain: finalNode });
const teamWork = startTeamWork({ timers, connection });
const makeProofs = createProofJob({ db: roundsDb, vault: vaultReading(node, deployment), log });
timers.everyMs('proofs', PROOFS_MS, (signal) => makeProofs(signal));
startScribe({ timers, config, db, nodes, log });
const headNode = createAgreedNode({ ...chain, at: 'head' });
startDemands({ timers, config, db, node: headNode, nodes, signer, log });
const scribe = config.SCRIBE_KEY === undefined ? undefined : privateKeyToAccount(config.SCRIBE_KEY).address;
const accounts = { SCRIBE_KEY: scribe, VOUCHER_SIGNER_KEY: signer.address };
watchGas({ timers, registry: metrics.registry, node: headNode, accounts });
await startNoticeWork({ timers, config, db, log });
const journal = createJournalJobs({
  db,
  log,
  headFile: config.JOURNAL_HEAD_FILE,
  onIntegrityError: async (reason) => void (await pauseWithdrawals(db, reason)),
});
timers.everyMs('purge sessions', PURGE_SESSIONS_MS, async (signal) => void (await purgeSessions(db, signal)));
timers.everyMs('seal the journal', SEAL_MS, journal.seal);
timers.everyMs('count the flows of funds', FLOWS_MS, async (signal) => void (await countFlows(db, { signal })));
timers.everyMs('audit the journal', AUDIT_MS, journal.audit);
const listener = listen({
  ...{ url: directUrl(config), db, observe: metrics.watchListener },
  channels: {
    [WITHDRAWAL_DUE_CHANNEL]: signing.wake,
    [ROUND_DUE_CHANNEL]: rounds.wake,
    [PARTS_DUE_CHANNEL]: parts.wake,
  },
  log,
});
observeWork(metrics.registry, db);
observeDemands(metrics.registry, db);
void warnOfServerSettings(db, log);
await monitorUntilSignal({
  ...{ config, metrics, log, db, node, timers },
  listener,
  endOthers: () => Promise.all([roundsDb.destroy(), ...[miningWork, teamWork].map((work) => work.end())]),
});
log.info({ signer: signer.address }, 'the worker is running');
notifyReady();
