import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pickPort } from '@city-mint/devnet/ports';
import { inheritedVariables } from '@city-mint/devnet/server-environment';
import { report } from './measure/report.ts';
import { startApi, untilAnswers } from './measure/start-api.ts';
import { repeat, roundTo, secondsSince, spreadOf } from './measure/statistics.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * Start time of an api until it answers, against a process that imports the same packages, connects to the same
 * database and answers: the difference is the cost of our own modules. Both are measured in turn, after a first start
 * of each, which fills the compile cache (NODE_COMPILE_CACHE, as with all commands).
 */
const MOST_TIMES = 2.5;
const TIMES = 7;
const PORT = 23_400;
const SERVER = join(import.meta.dirname, '..', 'apps', 'server');

const PACKAGES_ONLY = `
import 'fastify'; import '@fastify/helmet'; import '@fastify/static'; import 'kysely'; import 'pino'; import 'viem';
import 'prom-client'; import 'zod'; import pg from 'pg'; import { createServer } from 'node:http';
import { flushCompileCache } from 'node:module';
await new pg.Pool({ connectionString: process.env.DATABASE_URL }).query('select 1');
createServer((_request, response) => response.end()).listen(Number(process.env.PORT), '127.0.0.1', flushCompileCache);
process.on('SIGTERM', () => process.exit());`;

async function startPackages(databaseUrl: string, port: number): Promise<ChildProcess> {
  const packages = spawn(process.execPath, ['--input-type=module', '--eval', PACKAGES_ONLY], {
    cwd: SERVER,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...inheritedVariables(), DATABASE_URL: databaseUrl, PORT: String(port) },
  });
  await untilAnswers(`http://127.0.0.1:${port}/`);
  return packages;
}

await withPostgres(async (url) => {
  const { port } = await pickPort(PORT);
  const timeOf = async (start: typeof startApi): Promise<number> => {
    const startedAt = performance.now();
    const process = await start(url, port);
    const seconds = secondsSince(startedAt);
    const ended = once(process, 'exit');
    process.kill('SIGTERM');
    await ended;
    return seconds;
  };
  await timeOf(startPackages);
  await timeOf(startApi);
  const pairs = await repeat(TIMES, async () => ({
    packages: await timeOf(startPackages),
    api: await timeOf(startApi),
  }));
  const packages = spreadOf(
    pairs.map((pair) => pair.packages),
    2,
  );
  const api = spreadOf(
    pairs.map((pair) => pair.api),
    2,
  );
  const ratio = roundTo(api.median / packages.median, 2);
  report({
    bench: 'start',
    value: api.median,
    unit: 's until an api answers',
    limit: packages.median,
    limitOf: 'a process that imports the same packages, connects to the database and answers',
    ratio,
    target: `ratio <= ${MOST_TIMES}`,
    met: ratio <= MOST_TIMES,
    repeated: { api, packages },
    details: {},
  });
});
