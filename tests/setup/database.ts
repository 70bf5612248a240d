import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { createLogins } from '@city-mint/devnet/database-logins';
import { startPostgres, withDatabase } from '@city-mint/devnet/embedded-postgres';
import { endLeftover } from '@city-mint/devnet/postgres/postmaster-file';
import { processIdentity } from '@city-mint/devnet/process-identity';
import { prepareDatabase } from '@city-mint/server/processes/prepare-database';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's connection to the PostgreSQL of this run. */
    databaseAdminUrl: string;
    /** A migrated database of which every test gets its own copy. */
    databaseTemplate: string;
  }
}

type TestServer = { adminUrl: string; template: string; end(): Promise<void> };

const ON_DISK = join(import.meta.dirname, '..', '..', '.data', 'test');
/** Linux's file system in memory: a copy of the template takes 30 ms there and up to a second on a disk. */
const IN_MEMORY = `/dev/shm/city-mint-test-${process.getuid?.()}`;
/** More than the maximum size of all concurrent databases of a run and of the tests' own data. */
const NEEDED_BYTES = { folder: 6 * 2 ** 30, memory: 12 * 2 ** 30 };

type Shared = { server?: Promise<TestServer>; users: number };

declare global {
  /** Each project loads this module again, so the shared state is a property of the process. */
  var cityMintTestServer: Shared | undefined;
}

/**
 * Vitest's global set-up: one PostgreSQL (or DATABASE_URL) and one migrated template for the whole run, which the
 * projects db and chain share. Returns the teardown.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  globalThis.cityMintTestServer ??= { users: 0 };
  const shared = globalThis.cityMintTestServer;
  shared.users += 1;
  shared.server ??= startTestServer();
  const server = await shared.server;
  project.provide('databaseAdminUrl', server.adminUrl);
  project.provide('databaseTemplate', server.template);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete shared.server;
    await server.end();
  };
}

async function startTestServer(): Promise<TestServer> {
  const { adminUrl, stop } = await openServer();
  const template = `city_mint_template_${process.pid}_${Date.now()}`;
  const end = async () => {
    await execute(adminUrl, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`).finally(stop);
  };
  try {
    await execute(adminUrl, `CREATE DATABASE ${template}`);
    await prepareDatabase({ url: withDatabase(adminUrl, template) });
    await createLogins(adminUrl);
    // Tests withdraw to new addresses without delay; a test of the delay turns it on.
    await execute(withDatabase(adminUrl, template), 'update withdrawal_hold set hours = 0');
  } catch (error) {
    await end();
    throw error;
  }
  return { adminUrl, template, end };
}

async function openServer(): Promise<{ adminUrl: string; stop(): Promise<void> }> {
  const configuredUrl = process.env['DATABASE_URL'];
  if (configuredUrl !== undefined && configuredUrl !== '')
    return { adminUrl: configuredUrl, stop: async () => undefined };

  const folder = hasMemory() ? IN_MEMORY : ON_DISK;
  await removeAbandoned(folder);
  const dataDir = join(folder, `postgres-${process.pid}`);
  // It has its name only once it has its owner: another run would remove it before.
  const unnamed = join(folder, `new-${process.pid}`);
  mkdirSync(unnamed, { recursive: true });
  writeFileSync(join(unnamed, 'owner.json'), JSON.stringify(processIdentity(process.pid)));
  renameSync(unnamed, dataDir);
  const server = await startPostgres({ dataDir, throwaway: true });
  const stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { adminUrl: server.url, stop };
}

function hasMemory(): boolean {
  if (process.platform !== 'linux' || freemem() < NEEDED_BYTES.memory) return false;
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= NEEDED_BYTES.folder;
  } catch {
    return false;
  }
}

/** Removes the data of runs that were killed before they could clean up. */
async function removeAbandoned(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const dataDir = join(folder, name);
    if (!name.startsWith('postgres-') || isInUse(dataDir)) continue;
    await endLeftover(join(dataDir, 'cluster'));
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function isInUse(dataDir: string): boolean {
  try {
    const owner: unknown = JSON.parse(readFileSync(join(dataDir, 'owner.json'), 'utf8'));
    const pid = Number(dataDir.split('-').at(-1));
    const now = processIdentity(pid);
    return now !== null && JSON.stringify(owner) === JSON.stringify(now);
  } catch {
    return false;
  }
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
