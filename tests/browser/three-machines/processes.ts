import {
  auditorEnvironment,
  type ServerEnvironment,
  scribeEnvironment,
  serverEnvironment,
  withLogin,
  workerEnvironment,
} from '@city-mint/devnet/server-environment';
import type { DatabaseRole } from '@city-mint/server/platform/database/database';
import { CA_INSIDE, FOLDER, MACHINES, type Machine, type MachineProgram, ROOT } from './machines.ts';

/** Where the machines see this checkout. */
const RELEASE = '/opt/city-mint/current';
const PAGE_DOMAIN = 'mint.example';
const CONSOLE_DOMAIN = 'console.mint.example';
const FRONTS = ['one', 'two'] as const;
const METRICS_PORTS: Readonly<Record<string, number>> = {
  ...{ worker: 9_101, indexer: 9_102, verifier: 9_103, operator: 9_104, auditor: 9_105 },
};

export const PAGE_ORIGIN = `https://${PAGE_DOMAIN}`;
export const CONSOLE_ORIGIN = `https://${CONSOLE_DOMAIN}`;
/** The built page and console, on this machine. */
export const [PAGE_FOLDER, CONSOLE_FOLDER] = [`${FOLDER}/page`, `${FOLDER}/console`];

type Endpoints = Omit<Parameters<typeof serverEnvironment>[0], 'databaseUrl' | 'port'> & {
  /** The node as the browser of this machine reaches it. */
  readonly publicNode: string;
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
        ...{ PORT: '3100', SIGN_IN_DOMAINS: CONSOLE_DOMAIN, CONSOLE_DIST: inside(CONSOLE_FOLDER) },
      }),
      programOf(machine, 'worker', { ...workerEnvironment(common), ...scribeEnvironment() }),
      programOf(machine, 'indexer', login('city_mint_indexer')),
      programOf(machine, 'verifier', login('city_mint_verifier')),
      programOf(machine, 'operator', login('city_mint_operator')),
    ];
  });
  const auditor = auditorEnvironment(commonEnvironment('three', endpoints), '/srv/city-mint/trees');
  return [...fronts, programOf('three', 'auditor', { ...auditor, PAGE_ORIGIN })];
}

/** Returns the arguments of try.sh that apply the migrations as the owner, past PgBouncer. */
export function migrateBy(password: string): string[] {
  const url = `postgres://postgres:${password}@127.0.0.1:5000/city_mint?sslmode=verify-full&sslrootcert=${CA_INSIDE}`;
  const env = { DATABASE_URL: url, DATABASE_DIRECT_URL: url, NODE_ENV: 'development' };
  return ['in', 'one', 'env', ...settings(env), ...command('migrate')];
}

function commonEnvironment(machine: Machine, { publicNode, ...endpoints }: Endpoints): ServerEnvironment {
  return {
    ...serverEnvironment({ ...endpoints, port: 3_000, databaseUrl: 'postgres://postgres@127.0.0.1:6432/city_mint' }),
    ...{ PATH: '/usr/bin:/bin', HOME: '/tmp', HOST: MACHINES[machine] },
    ...{ PUBLIC_RPC_URL: publicNode, PUBLIC_ORIGINS: PAGE_ORIGIN, SIGN_IN_DOMAINS: PAGE_DOMAIN, PAGE_ORIGIN },
    TRUSTED_PROXIES: FRONTS.map((front) => MACHINES[front]).join(','),
    // All callers of the trial share one address.
    ...{ RATE_LIMIT_PER_MINUTE: '0', SIGN_IN_LIMIT_PER_MINUTE: '0' },
    ...{ WEB_DIST: inside(PAGE_FOLDER), NODE_DISABLE_COMPILE_CACHE: '1' },
  };
}

function programOf(machine: Machine, name: string, env: ServerEnvironment): MachineProgram {
  const direct = new URL(env['DATABASE_URL'] ?? '');
  direct.port = '5000';
  direct.search = `?sslmode=verify-full&sslrootcert=${CA_INSIDE}`;
  const metrics = METRICS_PORTS[name];
  const own = {
    ...{ ...env, DATABASE_DIRECT_URL: direct.href, DATABASE_POSITION_FILE: `/tmp/${name}-position.json` },
    ...(metrics === undefined ? {} : { METRICS_PORT: String(metrics) }),
  };
  return { machine, name, start: ['start', machine, name, 'www-data', ...settings(own), ...command(name)] };
}

function settings(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env).map(([name, value]) => `${name}=${value}`);
}

/** Returns the command that starts a program of this checkout inside a machine. */
function command(name: string): string[] {
  return [inside(process.execPath), `${RELEASE}/apps/server/src/processes/${name}.ts`];
}

function inside(path: string): string {
  return path.replace(ROOT, RELEASE);
}
