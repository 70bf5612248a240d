import { privateKeyToAccount } from 'viem/accounts';
import { signDueWithdrawals, watchReserves } from '../assets/jobs.ts';
import { WITHDRAWAL_DUE_CHANNEL } from '../assets/withdrawal-due-channel.ts';
import { createRpcNodes } from '../platform/chain/rpc-node.ts';
import { ConfigError } from '../platform/config/config-error.ts';
import { readConfig } from '../platform/config/read-config.ts';
import { createDatabase } from '../platform/database/database.ts';
import { listen } from '../platform/jobs/listen.ts';
import { createTimers } from '../platform/jobs/timers.ts';
import { createLogger } from '../platform/log/create-logger.ts';
import { stopOnSignal } from '../platform/process/stop-on-signal.ts';

const SIGN_MS = 1_000;
const WATCH_RESERVES_MS = 30_000;

/** `npm run worker`: does what is due, as the rows and the database's clock say. Any number of these run side by side. */
const config = readConfig(process.env, 'worker');
const signerKey = config.VOUCHER_SIGNER_KEY;
if (signerKey === undefined) throw new ConfigError([{ setting: 'VOUCHER_SIGNER_KEY', problem: 'is missing' }]);
const log = createLogger({ name: 'worker', level: config.LOG_LEVEL });
const db = createDatabase({
  url: config.DATABASE_URL,
  role: 'city_mint_worker',
  maxConnections: config.DATABASE_CONNECTIONS,
  onConnectionError: (error) => log.warn({ err: error }, 'a database connection was lost'),
});
const [node] = createRpcNodes({ urls: [config.RPC_URL] });
if (node === undefined) throw new Error('no node of the chain');
const place = { chainId: config.CHAIN_ID, vault: config.VAULT_ADDRESS, fmc: config.FMC_ADDRESS };
const signer = privateKeyToAccount(signerKey);

const timers = createTimers({ log });
const signing = timers.everyMs('sign withdrawals', SIGN_MS, async (signal) => {
  const signed = await signDueWithdrawals({ db, place, signer, log }, signal);
  if (signed > 0) log.info({ signed }, 'vouchers signed');
});
timers.everyMs('watch reserves', WATCH_RESERVES_MS, async () => {
  await watchReserves({ db, place, node, log });
});
const listener = listen({
  url: config.DATABASE_URL,
  channels: { [WITHDRAWAL_DUE_CHANNEL]: signing.wake },
  log,
});
stopOnSignal(log, async () => {
  await listener.stop();
  await timers.stop();
  await db.destroy();
});
log.info({ signer: signer.address }, 'doing what is due');
