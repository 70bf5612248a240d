// npm start: runs the whole system on this machine. Each step has its own file; this one has their order.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDatabase } from '@city-mint/server/processes/prepare-database';
import { renderUnicodeCompact } from 'uqr';
import { buildConsole, buildPage } from './build-apps.ts';
import { createLogins } from './database-logins.ts';
import { openDeployment } from './deployment.ts';
import { DEV_ROLES, devAccount } from './dev-accounts.ts';
import { networkAddress } from './network-address.ts';
import { mineEachSecond, openChain } from './open-chain.ts';
import { openDatabase } from './open-database.ts';
import { CONSOLE_OPERATORS } from './operators.ts';
import { pickPort } from './ports.ts';
import { openProcessGroup } from './process-group.ts';
import {
  apiEnvironment,
  exchangeEnvironment,
  guardEnvironment,
  type NetworkEndpoints,
  opsEnvironment,
  publicNodeUrl,
  type ServerEnvironment,
  scribeEnvironment,
  serverEnvironment,
  withLogin,
  workerEnvironment,
} from './server-environment.ts';
import { readStartOptions, START_USAGE, type StartOptions } from './start-options.ts';
import { waitUntil } from './wait-until.ts';

const CHAIN_ID = 202_599;
const OPS_PORT = 3100;
/** Not the chain's own, which stays closed to other machines. */
const PUBLIC_NODE_PORT = 8546;
const START_TIMEOUT_MS = 60_000;

const ROOT = join(import.meta.dirname, '..');
const DATA = join(ROOT, '.data');
const PROCESSES = join(ROOT, 'apps', 'server', 'src', 'processes');
/** What --fresh deletes; logs remain. */
const DELETED_BY_FRESH = ['postgres', 'chain', 'devnet.json'];

const say = (line: string) => console.log(line);

const options = readOptionsOrExit();
const group = await openProcessGroup({ dataDir: DATA, say });
try {
  await start();
} catch (error) {
  const isStartFailure = !group.isEnding();
  if (isStartFailure) say(error instanceof Error ? error.message : String(error));
  await group.end();
  process.exit(isStartFailure ? 1 : process.exitCode);
}

function readOptionsOrExit(): StartOptions {
  try {
    const startOptions = readStartOptions(process.argv.slice(2));
    if (!startOptions.help) return startOptions;
    console.log(START_USAGE);
    process.exit(0);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${START_USAGE}`);
    process.exit(2);
  }
}

async function start(): Promise<void> {
  const startedAt = performance.now();
  if (options.fresh) for (const name of DELETED_BY_FRESH) rmSync(join(DATA, name), { recursive: true, force: true });
  mkdirSync(DATA, { recursive: true });

  const [databaseUrl, chain] = await Promise.all([
    openDatabase({ dataDir: DATA, group }),
    openChain({ dataDir: DATA, group, chainId: CHAIN_ID, say }),
  ]);
  await prepareDatabase({ url: databaseUrl });
  await createLogins(databaseUrl);
  const contracts = await openDeployment({ dataDir: DATA, rpcUrl: chain.url, chainId: CHAIN_ID });
  await mineEachSecond(chain);
  const network = options.host ? await openNetwork() : null;
  const rpcUrl = network === null ? chain.url : publicNodeUrl(network);
  // The node that the network reaches sets no balances, which the demo wallet needs.
  const [webDist, consoleDist] = await Promise.all([
    buildPage(say, { chainId: CHAIN_ID, rpcUrl, contracts, demoWallet: network === null }),
    buildConsole(say, { chainId: CHAIN_ID, demoOperators: CONSOLE_OPERATORS.map(({ privateKey }) => privateKey) }),
  ]);

  const { port, wasTaken } = await pickPort(options.port);
  if (wasTaken) say(`Port ${options.port} is in use; the page and the API use port ${port} instead.`);
  const environment = serverEnvironment({
    databaseUrl,
    rpcUrl: chain.url,
    chainId: CHAIN_ID,
    contracts,
    port,
    webDist,
    network,
  });
  const ops = await pickPort(OPS_PORT);
  if (ops.wasTaken) say(`Port ${OPS_PORT} is in use; the console uses port ${ops.port} instead.`);
  const page = `http://localhost:${port}`;
  startServer({
    environment,
    ops: opsEnvironment(environment, { port: ops.port, consoleDist, pageOrigin: page }),
    exchange: exchangeEnvironment((await pickPort()).port),
    network,
  });
  if (!(await waitUntil(() => responds(page), START_TIMEOUT_MS))) {
    throw new Error(
      `The API did not respond within ${START_TIMEOUT_MS / 1000} s. See ${join(DATA, 'logs', 'api.log')}`,
    );
  }
  startProgram('operators', { ...environment, OPS_URL: `http://127.0.0.1:${ops.port}` });
  if (options.crowd) startProgram('crowd', { ...environment, API_URL: page });
  const seconds = (performance.now() - startedAt) / 1000;
  printEndpoints({ page, ops: `http://localhost:${ops.port}`, chainUrl: rpcUrl, seconds });
  if (network !== null) printNetworkAddress(`http://${network.host}:${port}`);
}

async function openNetwork(): Promise<NetworkEndpoints> {
  const host = networkAddress();
  if (host === null) throw new Error('--host: this machine has no IPv4 address in a network.');
  const { port, wasTaken } = await pickPort(PUBLIC_NODE_PORT);
  if (wasTaken) say(`Port ${PUBLIC_NODE_PORT} is in use; other machines reach the chain at port ${port}.`);
  return { host, nodePort: port };
}

type Server = {
  readonly environment: ServerEnvironment;
  readonly ops: ServerEnvironment;
  readonly exchange: ServerEnvironment;
  readonly network: NetworkEndpoints | null;
};

function startServer({ environment, ops, exchange, network }: Server): void {
  // Space for new objects: less of it keeps idle processes small, and only the api has many calls at once.
  const program = (name: string, env: ServerEnvironment, newSpaceMb = 1) => {
    const args = [`--max-semi-space-size=${newSpaceMb}`, join(PROCESSES, `${name}.ts`)];
    group.start({ name, args, env, restart: true });
  };
  program('api', apiEnvironment(environment, network), 32);
  program('ops', ops);
  program('worker', { ...workerEnvironment(environment), ...scribeEnvironment(), ...exchange });
  program('indexer', withLogin(environment, 'city_mint_indexer'));
  program('watcher', { ...withLogin(environment, 'city_mint_watcher'), ...guardEnvironment() });
  startProgram('exchange', exchange);
  if (network !== null) {
    const node = { RPC_URL: environment['RPC_URL'] ?? '', PORT: String(network.nodePort) };
    startProgram('public-node', node);
  }
}

/** Starts a program of the local system, which is restarted when it exits. */
function startProgram(name: 'exchange' | 'operators' | 'crowd' | 'public-node', env: ServerEnvironment): void {
  group.start({ name, args: [join(import.meta.dirname, 'programs', `${name}.ts`)], env, restart: true });
}

function responds(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    () => true,
    () => false,
  );
}

type Endpoints = { page: string; ops: string; chainUrl: string; seconds: number };

function printEndpoints({ page, ops, chainUrl, seconds }: Endpoints): void {
  const wallet = devAccount(DEV_ROLES.testWallet);
  const operators = CONSOLE_OPERATORS.flatMap(({ address, privateKey }) => [address, `private key ${privateKey}`]);
  say(`
City Mint is running (started in ${seconds.toFixed(1)} s). Press Ctrl-C to stop; the next start resumes from this state.

  page         ${page}
  API          ${page}/api
  API docs     ${page}/docs
  console      ${ops}  (operators; API docs ${ops}/docs)
  chain        ${chainUrl}  (testJuChain, chain id ${CHAIN_ID}, JU)
  test wallet  ${wallet.address}
               private key ${wallet.privateKey}
               This key is known to everyone: never send real money to it. Import it into the wallet as a private key;
               after --fresh clear the wallet's activity data (MetaMask: Settings, Advanced), which resets its nonce.
  operators    ${operators.join('\n               ')}
  logs         ${join(DATA, 'logs')}
`);
}

function printNetworkAddress(page: string): void {
  say(`For a phone in the same network, ${page}:

${renderUnicodeCompact(page, { border: 2 })}

Everyone in this network reaches the page and the chain now, and all keys here are known to everyone. Operators' calls
and what changes the chain's clock and balances stay closed.
`);
}
