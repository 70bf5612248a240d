import {
  auditorEnvironment,
  type ServerEnvironment,
  serverEnvironment,
  withLogin,
  workerEnvironment,
} from '@city-mint/devnet/server-environment';
import type { DatabaseRole } from '@city-mint/server/platform/database/database';
import type { TrialKeys } from './keys.ts';
import { CA_INSIDE, MACHINES, type Machine, type MachineProgram, NODE_HOSTS } from './machines.ts';
import { CITY_MINT } from './release.ts';

const PAGE_DOMAIN = 'mint.example';
const CONSOLE_DOMAIN = 'console.mint.example';
export const FRONTS = ['one', 'two'] as const;
const METRICS_PORTS: Readonly<Record<string, number>> = {
  ...{ worker: 9_101, indexer: 9_102, verifier: 9_103, operator: 9_104, auditor: 9_105 },
};
/** Of programs whose metrics are at their own port. */
const PORTS = { api: 3_000, ops: 3_100 } as const;

export const PAGE_ORIGIN = `https://${PAGE_DOMAIN}`;
export const CONSOLE_ORIGIN = `https://${CONSOLE_DOMAIN}`;
/** All callers of the trial share one address and few wallets; production refuses 0, which would be no limit. */
const NO_LIMIT = '1000000';
const METRICS_TOKEN = 'token-of-the-trial-for-its-metrics';

type Endpoints = Omit<Parameters<typeof serverEnvironment>[0], 'databaseUrl' | 'port' | 'rpcUrl'> & {
  /** The port at which each of NODE_HOSTS is a node. */
  readonly nodePort: number;
  readonly keys: TrialKeys;
};

/** Returns the programs that the handbook's table has on each machine. */
export function programsOf(endpoints: Endpoints): MachineProgram[] {
  const fronts = FRONTS.flatMap((machine) => {
    const common = commonEnvironment(machine, endpoints);
    const login = (role: DatabaseRole) => withLogin(common, role);
    return [
      programOf(machine, 'api', login('city_mint_api')),
      programOf(machine, 'ops', {
        ...login('city_mint_ops'),
        ...{ PORT: String(PORTS.ops), SIGN_IN_DOMAINS: CONSOLE_DOMAIN },
      }),
      programOf(machine, 'worker', { ...workerEnvironment(common), ...endpoints.keys.worker }),
      programOf(machine, 'indexer', login('city_mint_indexer')),
      programOf(machine, 'verifier', login('city_mint_verifier')),
      programOf(machine, 'operator', login('city_mint_operator')),
    ];
  });
  const auditor = auditorEnvironment(commonEnvironment('three', endpoints), '/srv/city-mint/trees');
  return [...fronts, programOf('three', 'auditor', { ...auditor, ...endpoints.keys.auditor, PAGE_ORIGIN })];
}

/** Returns the metrics of a program. */
export async function readMetrics(machine: Machine, name: string): Promise<string> {
  const url = `http://${MACHINES[machine]}:${METRICS_PORTS[name] ?? (name === 'ops' ? PORTS.ops : PORTS.api)}/metrics`;
  return (await fetch(url, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();
}

/** Returns the arguments of try.sh that run a program of the release as the owner, past PgBouncer. */
export function asOwner(password: string, program: string): string[] {
  const url = `postgres://postgres:${password}@127.0.0.1:5000/city_mint?sslmode=verify-full&sslrootcert=${CA_INSIDE}`;
  return ['in', 'one', 'env', ...settings({ DATABASE_URL: url, DATABASE_DIRECT_URL: url }), CITY_MINT, program];
}

function commonEnvironment(machine: Machine, { nodePort, keys: _, ...endpoints }: Endpoints): ServerEnvironment {
  const [rpcUrl = '', ...witnesses] = NODE_HOSTS.map((host) => `https://${host}:${nodePort}`);
  const databaseUrl = 'postgres://postgres@127.0.0.1:6432/city_mint';
  return {
    ...serverEnvironment({ ...endpoints, rpcUrl, port: PORTS.api, databaseUrl }),
    ...{ NODE_ENV: 'production', ALLOW_TEST_CHAIN: 'yes', NODE_EXTRA_CA_CERTS: CA_INSIDE },
    ...{ WITNESS_RPC_URLS: witnesses.join(','), PUBLIC_RPC_URL: rpcUrl },
    ...{ OPERATOR_NAME: 'City Mint (trial)', OPERATOR_CONTACT: `operator@${PAGE_DOMAIN}` },
    METRICS_TOKEN,
    ...{ PATH: '/usr/bin:/bin', HOME: '/tmp', HOST: MACHINES[machine] },
    ...{ PUBLIC_ORIGINS: PAGE_ORIGIN, SIGN_IN_DOMAINS: PAGE_DOMAIN, PAGE_ORIGIN },
    TRUSTED_PROXIES: FRONTS.map((front) => MACHINES[front]).join(','),
    ...{ RATE_LIMIT_PER_MINUTE: NO_LIMIT, SIGN_IN_LIMIT_PER_MINUTE: NO_LIMIT, READ_LIMIT_PER_MINUTE: NO_LIMIT },
    ...{ WRITE_LIMIT_PER_MINUTE: NO_LIMIT, JOIN_LIMIT_PER_MINUTE: NO_LIMIT, MONEY_LIMIT_PER_MINUTE: NO_LIMIT },
  };
}

function programOf(machine: Machine, name: string, env: ServerEnvironment): MachineProgram {
  const direct = new URL(env['DATABASE_URL'] ?? '');
  direct.port = '5000';
  direct.search = `?sslmode=verify-full&sslrootcert=${CA_INSIDE}`;
  const metrics = METRICS_PORTS[name];
  const databases = Object.values(MACHINES).map((host) => {
    const url = new URL(direct);
    [url.hostname, url.port] = [host, '5432'];
    return url.href;
  });
  const own = {
    ...{ ...env, DATABASE_DIRECT_URL: direct.href, DATABASE_POSITION_FILE: `/tmp/${name}-position.json` },
    NODE_COMPILE_CACHE: `/tmp/${name}-cache`,
    ...(metrics === undefined ? {} : { METRICS_PORT: String(metrics) }),
    ...(name === 'api' ? { READ_DATABASE_URLS: databases.join() } : {}),
  };
  return { machine, name, start: ['start', machine, name, 'www-data', ...settings(own), CITY_MINT, name] };
}

function settings(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env).map(([name, value]) => `${name}=${value}`);
}
