// The system as the browser tests use it: database, chain, contracts, page, exchange and all processes. It prints its
// addresses as one line of JSON, and ends with the process that started it.

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractAddresses } from '@city-mint/chain-contract/addresses';
import { type Anvil, startAnvil, startIntervalMining } from '@city-mint/devnet/anvil';
import { buildConsole, buildPage } from '@city-mint/devnet/build-apps';
import { createLogins } from '@city-mint/devnet/database-logins';
import { openDeployment } from '@city-mint/devnet/deployment';
import { startPostgres, withDatabase } from '@city-mint/devnet/embedded-postgres';
import { OPERATOR_ADDRESSES } from '@city-mint/devnet/operators';
import { pickPort } from '@city-mint/devnet/ports';
import { openProcessGroup, type ProcessGroup } from '@city-mint/devnet/process-group';
import { relayUrl } from '@city-mint/devnet/relay-url';
import {
  auditorEnvironment,
  exchangeEnvironment,
  mailEnvironment,
  opsEnvironment,
  pushEnvironment,
  scribeEnvironment,
  serverEnvironment,
  withLogin,
  workerEnvironment,
} from '@city-mint/devnet/server-environment';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { MINUTE_MS } from '@city-mint/domain/time/durations';
import { prepareDatabase } from '@city-mint/server/processes/prepare-database';
import pg from 'pg';
import { fundParticipants } from './fund-participants.ts';
import { publishFirstOffer } from './publish-first-offer.ts';
import { CHAIN_ID, type SystemAddresses } from './system-addresses.ts';

/** The page is built for one node's address: with the same port, the build of an earlier run can be used again. */
const RPC_PORT = 28_545;
/** No relay is running until a test starts one. */
const RELAY_URL = relayUrl(Number(process.env['RELAY_PORT']));
/** Seven processes start at once, on a machine that may have other work. */
const START_TIMEOUT_MS = 3 * MINUTE_MS;
const ROOT = join(import.meta.dirname, '..', '..', '..');
const EXCHANGE = join(ROOT, 'devnet', 'programs', 'exchange.ts');
const PROCESSES = join(ROOT, 'apps', 'server', 'src', 'processes');

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('usage: run-system.ts FOLDER');
mkdirSync(dataDir, { recursive: true });
/** Errors that the process group reports; none while everything runs. */
const reportedErrors: string[] = [];
const group = await openProcessGroup({
  dataDir,
  say: (line) => {
    console.error(line);
    reportedErrors.push(line);
  },
});
try {
  console.log(JSON.stringify(await start(group, dataDir)));
} catch (error) {
  console.error(error);
  await group.end();
  process.exit(1);
}

async function start(owner: ProcessGroup, data: string): Promise<SystemAddresses> {
  const [databaseUrl, chain] = await Promise.all([openDatabase(owner, data), openChain(owner, data)]);
  const rpcUrl = chain.url;
  const [contracts, page, ops, exchange, mail] = await Promise.all([
    openDeployment({ dataDir: data, rpcUrl, chainId: CHAIN_ID }),
    pickPort(),
    pickPort(),
    pickPort(),
    pickPort(),
    prepareDatabase({ url: databaseUrl }).then(() => createLogins(databaseUrl)),
  ]);
  await fundParticipants({ rpcUrl, vault: contracts.vault });
  await startIntervalMining(chain, 1);
  const folder = chain.portWasTaken ? join(data, 'page') : join(ROOT, '.data', 'test-system-page');
  const say = (line: string) => console.error(line);
  const [webDist, consoleDist] = await Promise.all([
    buildPage(say, {
      ...{ chainId: CHAIN_ID, rpcUrl, contracts, folder, relayUrl: RELAY_URL, demoWallet: true },
      operators: OPERATOR_ADDRESSES,
    }),
    buildConsole(say, { chainId: CHAIN_ID, vault: contracts.vault, folder: join(ROOT, '.data', 'test-console') }),
  ]);
  const addresses = {
    url: `http://127.0.0.1:${page.port}`,
    opsUrl: `http://127.0.0.1:${ops.port}`,
    ...{ rpcUrl, databaseUrl, contracts },
    exchangeUrl: `http://127.0.0.1:${exchange.port}`,
    ...{ webDist, treesFolder: join(data, 'trees'), mailPort: String(mail.port) },
  };
  const ports = { port: page.port, exchangePort: exchange.port };
  startServer(owner, { ...addresses, ...ports });
  startConsole(owner, { ...addresses, port: page.port }, { port: ops.port, consoleDist, pageOrigin: addresses.url });
  const isReady = (url: string) =>
    fetch(`${url}/health/ready`)
      .then(({ ok }) => ok)
      .catch(() => false);
  const isUp = async () => (await isReady(addresses.url)) && (await isReady(addresses.opsUrl));
  await waitUntil(async () => reportedErrors.length > 0 || (await isUp()), START_TIMEOUT_MS);
  if (!(await isUp())) throw new Error(readFileSync(join(data, 'logs', 'api.log'), 'utf8').slice(-3_000));
  await publishFirstOffer({ databaseUrl, opsUrl: addresses.opsUrl, vault: contracts.vault });
  return addresses;
}

/**
 * Creates a database for this run: on the server in DATABASE_URL, or on one that ends with the run. Returns its URL.
 */
async function openDatabase(owner: ProcessGroup, data: string): Promise<string> {
  const given = process.env['DATABASE_URL'];
  const adminUrl =
    given !== undefined && given !== ''
      ? given
      : (await owner.adopt(startPostgres({ dataDir: join(data, 'postgres') }))).url;
  const name = `city_mint_browser_${process.pid}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  return withDatabase(adminUrl, name);
}

/** A block is final four blocks later: enough to watch the confirmations. */
function openChain(owner: ProcessGroup, data: string): Promise<Anvil> {
  const logFile = join(data, 'logs', 'chain.log');
  return owner.adopt(startAnvil({ chainId: CHAIN_ID, port: RPC_PORT, slotsInAnEpoch: 2, logFile }));
}

type Console = { readonly port: number; readonly consoleDist: string; readonly pageOrigin: string };

/** The operators' process, which serves the console, and the one that performs what operators sign. */
function startConsole(
  owner: ProcessGroup,
  server: Omit<Server, 'exchangePort' | 'treesFolder' | 'mailPort'>,
  console: Console,
): void {
  const limits = { RATE_LIMIT_PER_MINUTE: '0', SIGN_IN_LIMIT_PER_MINUTE: '0' };
  const env = opsEnvironment({ ...serverEnvironment({ ...server, chainId: CHAIN_ID }), ...limits }, console);
  owner.start({ name: 'ops', args: [join(PROCESSES, 'ops.ts')], env, restart: false });
  const own = withLogin(serverEnvironment({ ...server, chainId: CHAIN_ID }), 'city_mint_operator');
  owner.start({ name: 'operator', args: [join(PROCESSES, 'operator.ts')], env: own, restart: false });
}

type Server = {
  databaseUrl: string;
  rpcUrl: string;
  contracts: ContractAddresses;
  port: number;
  exchangePort: number;
  webDist: string;
  treesFolder: string;
  mailPort: string;
};

function startServer(owner: ProcessGroup, server: Server): void {
  // All browsers of a run come from one address.
  const limits = { RATE_LIMIT_PER_MINUTE: '0', SIGN_IN_LIMIT_PER_MINUTE: '0' };
  const relay = { WALLETCONNECT_RELAY_URL: RELAY_URL };
  const environment = { ...serverEnvironment({ ...server, chainId: CHAIN_ID }), ...limits, ...relay };
  const program = (name: string, env: Record<string, string>) =>
    owner.start({ name, args: [join(PROCESSES, `${name}.ts`)], env, restart: false });
  const { VAPID_PRIVATE_KEY, ...push } = pushEnvironment(['127.0.0.1']);
  const { SMTP_URL, ...mail } = mailEnvironment(Number(server.mailPort), `http://127.0.0.1:${server.port}`);
  program('api', { ...withLogin(environment, 'city_mint_api'), ...push, ...mail });
  const exchange = exchangeEnvironment(server.exchangePort);
  owner.start({ name: 'exchange', args: [EXCHANGE], env: exchange, restart: false });
  program('worker', {
    ...workerEnvironment(environment),
    ...scribeEnvironment(),
    ...exchange,
    ...push,
    VAPID_PRIVATE_KEY: VAPID_PRIVATE_KEY ?? '',
    ...{ ...mail, SMTP_URL: SMTP_URL ?? '' },
  });
  program('indexer', withLogin(environment, 'city_mint_indexer'));
  program('auditor', auditorEnvironment(environment, server.treesFolder));
  program('verifier', withLogin(environment, 'city_mint_verifier'));
}
