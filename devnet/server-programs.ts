import { join } from 'node:path';
import type { FrontPorts } from './front-ports.ts';
import type { Ground } from './open-ground.ts';
import type { Program } from './program.ts';
import {
  apiEnvironment,
  auditorEnvironment,
  exchangeEnvironment,
  mailEnvironment,
  type NetworkEndpoints,
  opsEnvironment,
  pushEnvironment,
  type ServerEnvironment,
  scribeEnvironment,
  serverEnvironment,
  withLogin,
  workerEnvironment,
} from './server-environment.ts';

/** The server's processes, in the order of their inspect ports. */
export const SERVER_PROCESSES = ['api', 'ops', 'worker', 'indexer', 'auditor', 'operator', 'verifier'] as const;
export type ServerProcess = (typeof SERVER_PROCESSES)[number];

/** Folders of the built apps. */
export type BuiltApps = { readonly webDist: string; readonly consoleDist: string };

export type ServerPlan = {
  readonly ground: Ground;
  readonly chainId: number;
  readonly ports: FrontPorts;
  readonly exchangePort: number;
  /** The port of the mail server, which prints mails to its log. */
  readonly mailPort: number;
  readonly network: NetworkEndpoints | null;
  /** The relay between the page and wallets on other devices. */
  readonly relayUrl: string;
  /** Null where page and console are served from their sources. */
  readonly apps: BuiltApps | null;
  /** The port at which a debugger attaches to each process, which is then also restarted as its sources change. */
  readonly inspectPorts: Readonly<Record<ServerProcess, number>> | null;
};

const PROCESSES = join(import.meta.dirname, '..', 'apps', 'server', 'src', 'processes');
const PROGRAMS = join(import.meta.dirname, 'programs');

/**
 * Size of the young generation in MB: a small one keeps idle processes small, and only the api has many concurrent
 * calls.
 */
const NEW_SPACE_MB: Readonly<Partial<Record<ServerProcess, number>>> = { api: 32 };

/** Returns the programs of the local system's server: its processes, and those outside that they need. */
export function serverPrograms(plan: ServerPlan): Program[] {
  const { ports, network, apps } = plan;
  const environment = sharedEnvironment(plan);
  const exchange = exchangeEnvironment(plan.exchangePort);
  const ops = {
    ...{ port: ports.console, opsPort: ports.ops, pageOrigin: `http://localhost:${ports.page}` },
    ...(apps === null ? {} : { consoleDist: apps.consoleDist }),
  };
  const mail = mailEnvironment(plan.mailPort, ops.pageOrigin);
  const push = pushEnvironment();
  const { VAPID_PRIVATE_KEY: _ofTheWorker, ...publicPush } = push;
  const environments: Record<ServerProcess, ServerEnvironment> = {
    api: { ...apiEnvironment(environment, network), ...publicPush, MAIL_FROM: mail['MAIL_FROM'] ?? '' },
    ops: opsEnvironment(environment, ops),
    operator: withLogin(environment, 'city_mint_operator'),
    worker: { ...workerEnvironment(environment), ...scribeEnvironment(), ...exchange, ...push, ...mail },
    indexer: withLogin(environment, 'city_mint_indexer'),
    auditor: auditorEnvironment(environment, join(plan.ground.dataDir, 'trees')),
    verifier: withLogin(environment, 'city_mint_verifier'),
  };
  const node = { RPC_URL: plan.ground.chain.url, PORT: String(network?.nodePort) };
  return [
    ...SERVER_PROCESSES.map((name) => serverProgram(name, environments[name], plan)),
    outsideProgram('exchange', exchange),
    outsideProgram('mail', mail),
    ...(network === null ? [] : [outsideProgram('public-node', node)]),
  ];
}

/** Returns the environment that the server's processes and the programs of participants and operators share. */
export function sharedEnvironment({ ground, chainId, ports, network, apps, relayUrl }: ServerPlan): ServerEnvironment {
  const { databaseUrl, chain, contracts } = ground;
  return serverEnvironment({
    ...{ databaseUrl, rpcUrl: chain.url, chainId, contracts, network },
    ...{ port: ports.page, apiPort: ports.api, relayUrl },
    ...(apps === null ? {} : { webDist: apps.webDist }),
  });
}

/** Returns a program of the local system that plays someone outside it. */
export function outsideProgram(
  name: 'exchange' | 'mail' | 'operators' | 'crowd' | 'public-node' | 'relay' | 'phone-wallet',
  env: ServerEnvironment,
): Program {
  return { name, args: [join(PROGRAMS, `${name}.ts`)], env, restart: true };
}

function serverProgram(name: ServerProcess, env: ServerEnvironment, { inspectPorts }: ServerPlan): Program {
  const options = [
    `--max-semi-space-size=${NEW_SPACE_MB[name] ?? 1}`,
    ...(inspectPorts === null ? [] : [`--inspect=127.0.0.1:${inspectPorts[name]}`]),
  ];
  const args = [...options, join(PROCESSES, `${name}.ts`)];
  return { name, args, env, restart: true, watch: inspectPorts !== null };
}
