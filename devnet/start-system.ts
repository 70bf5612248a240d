import { join } from 'node:path';
import { buildConsole, buildPage } from './build-apps.ts';
import { pickFrontPorts } from './front-ports.ts';
import { networkAddress } from './network-address.ts';
import { type Ground, openGround } from './open-ground.ts';
import { CONSOLE_OPERATORS, OPERATOR_ADDRESSES } from './operators.ts';
import { openPhone, phonePrograms } from './phone-programs.ts';
import { pickPort } from './ports.ts';
import { printEndpoints, printNetworkAddress } from './print-endpoints.ts';
import type { ProcessGroup } from './process-group.ts';
import { reapplySchema } from './reapply-schema.ts';
import { relayUrl } from './relay-url.ts';
import { type NetworkEndpoints, publicNodeUrl } from './server-environment.ts';
import {
  type BuiltApps,
  outsideProgram,
  SERVER_PROCESSES,
  type ServerPlan,
  type ServerProcess,
  serverPrograms,
  sharedEnvironment,
} from './server-programs.ts';
import type { StartCommand, StartOptions } from './start-options.ts';
import { openStoredPort } from './stored-port.ts';
import { vitePrograms } from './vite-programs.ts';
import type { Waiting } from './waiting.ts';

const CHAIN_ID = 202_599;
/** Not the chain's own, which stays closed to other machines. */
const PUBLIC_NODE_PORT = 8546;
/** Node's own default is the first. */
const FIRST_INSPECT_PORT = 9229;
const SCHEMA = new URL('../apps/server/migrations/', import.meta.url);
/** A start is over once these are ready; the others need not be for the page to work. */
const AWAITED: ReadonlySet<string> = new Set(['api', 'ops', 'page', 'console']);

type SystemStart = {
  readonly command: StartCommand;
  readonly options: StartOptions;
  readonly dataDir: string;
  readonly group: ProcessGroup;
  readonly waiting: Waiting;
  say(line: string): void;
};

/** Starts the whole system, and says where it is once it answers. Throws when a part of it cannot be started. */
export async function startSystem(start: SystemStart): Promise<void> {
  const { command, options, dataDir, group, waiting, say } = start;
  const startedAt = performance.now();
  const ground = await openGround({ chainId: CHAIN_ID, dataDir, group, waiting, say });
  const network = options.host ? await openNetwork(start) : null;
  const rpcUrl = network === null ? ground.chain.url : publicNodeUrl(network);
  const isDev = command === 'npm run dev';
  const phone = await openPhone(start);
  const relay = relayUrl(phone.relayPort, network?.host);
  const apps = isDev ? null : await buildApps(start, { ground, network, rpcUrl, relayUrl: relay });
  if (isDev) reapplySchema({ url: ground.databaseUrl, directory: SCHEMA, say });

  const plan = await startServer(start, { ground, network, apps, chainId: CHAIN_ID, relayUrl: relay });
  const [page, ops] = [`http://localhost:${plan.ports.page}`, `http://127.0.0.1:${plan.ports.ops}`];
  const environment = sharedEnvironment(plan);
  const consoleUrl = `http://localhost:${plan.ports.console}`;
  for (const program of phonePrograms({ ...phone, environment, isOpen: network !== null, dataDir }))
    group.start(program);
  group.start(outsideProgram('operators', { ...environment, OPS_URL: ops, CONSOLE_URL: consoleUrl }));
  if (options.crowd) group.start(outsideProgram('crowd', { ...environment, API_URL: page }));
  const seconds = (performance.now() - startedAt) / 1000;
  const { inspectPorts } = plan;
  const phoneUrl = `http://localhost:${phone.screenPort}`;
  const shown = { page, console: consoleUrl, phone: phoneUrl, rpcUrl, chainId: CHAIN_ID, dataDir };
  printEndpoints(say, { ...shown, seconds, inspectPorts });
  if (network !== null) printNetworkAddress(say, `http://${network.host}:${plan.ports.page}`);
}

async function openNetwork({ dataDir, say }: SystemStart): Promise<NetworkEndpoints> {
  const host = networkAddress();
  if (host === null) throw new Error('--host: this machine has no IPv4 address in a network.');
  const stored = openStoredPort({ dataDir, name: 'public-node', first: PUBLIC_NODE_PORT });
  const { port, wasTaken } = await stored.pick();
  if (wasTaken) say(`Port ${stored.preferred} is in use; other machines reach the chain at port ${port}.`);
  stored.store(port);
  return { host, nodePort: port };
}

type Building = {
  readonly ground: Ground;
  readonly network: NetworkEndpoints | null;
  readonly rpcUrl: string;
  readonly relayUrl: string;
};

async function buildApps(
  { waiting, say }: SystemStart,
  { ground: { contracts }, network, rpcUrl, relayUrl: relay }: Building,
): Promise<BuiltApps> {
  const demoOperators = CONSOLE_OPERATORS.map(({ privateKey }) => privateKey);
  // The node that the network reaches sets no balances, which the demo wallet needs.
  const demoWallet = network === null;
  const operators = OPERATOR_ADDRESSES;
  const page = buildPage(say, { chainId: CHAIN_ID, rpcUrl, contracts, operators, relayUrl: relay, demoWallet });
  const [webDist, consoleDist] = await Promise.all([
    waiting.until('the build of the page', page),
    waiting.until(
      'the build of the console',
      buildConsole(say, { chainId: CHAIN_ID, vault: contracts.vault, demoOperators }),
    ),
  ]);
  return { webDist, consoleDist };
}

/** Starts the server on the ports of the start before; again on others when a program is quicker to use one of them. */
async function startServer(
  { command, options, dataDir, group, waiting, say }: SystemStart,
  parts: Pick<ServerPlan, 'ground' | 'network' | 'apps' | 'chainId' | 'relayUrl'>,
): Promise<ServerPlan> {
  for (;;) {
    const { ports, store } = await pickFrontPorts({ command, pagePort: options.port, dataDir, say });
    const inspectPorts = parts.apps === null ? await pickInspectPorts() : null;
    const [exchange, mail] = await Promise.all([pickPort(), pickPort()]);
    const outside = { exchangePort: exchange.port, mailPort: mail.port };
    const plan: ServerPlan = { ...parts, ...outside, ports, inspectPorts };
    const programs = [...serverPrograms(plan), ...(parts.apps === null ? viteOf(plan) : [])];
    const running = programs.map((program) => ({ name: program.name, ...group.start(program) }));
    const ready = running
      .filter(({ name }) => AWAITED.has(name))
      .map(({ name, isReady }) => {
        return waiting.until(`${name} (${join(dataDir, 'logs', `${name}.log`)})`, isReady());
      });
    if ((await Promise.all(ready)).every((isReady) => isReady)) {
      store();
      return plan;
    }
    say('Another program was quicker to use one of these ports; the processes start again on others.');
    await Promise.all(running.map(({ end }) => end()));
  }
}

function viteOf({ ports, ground: { chain, contracts }, relayUrl: relay }: ServerPlan) {
  return vitePrograms({ ports, page: { chainId: CHAIN_ID, rpcUrl: chain.url, contracts, relayUrl: relay } });
}

async function pickInspectPorts(): Promise<NonNullable<ServerPlan['inspectPorts']>> {
  const pick = async (name: ServerProcess) => {
    const { port } = await pickPort(FIRST_INSPECT_PORT + SERVER_PROCESSES.indexOf(name));
    return port;
  };
  const [api, ops, worker] = [await pick('api'), await pick('ops'), await pick('worker')];
  const [indexer, auditor] = [await pick('indexer'), await pick('auditor')];
  const [operator, verifier] = [await pick('operator'), await pick('verifier')];
  return { api, ops, worker, indexer, auditor, operator, verifier };
}
