import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const ROOT = join(import.meta.dirname, '..', '..', '..');
export const FOLDER = join(ROOT, '.data', 'try');
const TRY = join(ROOT, 'deploy', 'try.sh');

/** The certificate of the trial's authority, on this machine and inside the three. */
export const CA_FILE = join(FOLDER, 'tls', 'database-ca.pem');
export const CA_INSIDE = '/etc/city-mint/tls/database-ca.pem';

/** The machines of docs/operating/three-machines.md, with their addresses. */
export const MACHINES = { one: '10.0.0.1', two: '10.0.0.2', three: '10.0.0.3' } as const;
export type Machine = keyof typeof MACHINES;

/** The names of three nodes, as try.sh has them in the machines' hosts: this machine, on which the chain runs. */
export const NODE_HOSTS = ['first-node.example', 'second-node.example', 'third-node.example'] as const;
export const OUTSIDE = '10.0.0.254';

/** The environment variable with the programs of the machines, as JSON. */
export const PROGRAMS_VARIABLE = 'TRY_PROGRAMS';

/** A program of the system on a machine, with the arguments of try.sh that start it unless it runs. */
export type MachineProgram = { readonly machine: Machine; readonly name: string; readonly start: readonly string[] };

/** Returns the programs that the global set-up started. */
export function machinePrograms(): readonly MachineProgram[] {
  return JSON.parse(process.env[PROGRAMS_VARIABLE] ?? '[]');
}

/** Runs deploy/try.sh with these arguments; returns its output. Throws if it fails. */
export async function tryOut(...args: readonly string[]): Promise<string> {
  // The programs inside have files of their own.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(TRY, args, { env, maxBuffer: 2 ** 24 });
  return stdout.trim();
}

/** Returns the owner's URL of the database that is primary now, as this machine sees it. */
export async function primaryUrl(): Promise<string> {
  const password = await tryOut('secret', 'superuser');
  const primary = await tryOut('sql', 'select host(inet_server_addr())');
  return `postgres://postgres:${password}@${primary}:5432/city_mint?sslmode=verify-full&sslrootcert=${CA_FILE}`;
}
