import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pickPort } from '@city-mint/devnet/ports';
import { serverEnvironment, workerEnvironment } from '@city-mint/devnet/server-environment';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { publishPlan } from '@city-mint/server/rounds/offers/commands';
import { sql } from 'kysely';
import { buildFunds } from '../builders/participants.ts';
import { buildPlan, JU } from '../builders/rounds.ts';
import { TEST_CHAIN_ID, type TestChain } from '../setup/start-test-chain.ts';
import type { OpenRound } from './crowd.ts';
import { type ServerProcess, startProcess } from './server-process.ts';

/** The server's processes over one database, each of which a test may end and start again; each API keeps its address. */
export type System = {
  readonly url: string;
  /** Of the second API, for tests that run two. */
  readonly secondUrl: string;
  readonly owner: Database;
  /** Starts a process, with what it is told besides. */
  start(
    name: 'api' | 'second-api' | 'worker' | 'indexer',
    env?: Readonly<Record<string, string>>,
  ): Promise<ServerProcess>;
  /** Publishes a plan of one round that opens at once or in `opensInMs`; `quota` in whole JU, `windowMs` until it closes. */
  offerRound(round: { quota: bigint; windowMs: number; walletMaximum?: bigint; opensInMs?: number }): Promise<void>;
  /** The rounds that are open, as last looked at. */
  readonly openRounds: () => readonly OpenRound[];
  /** Ends the window of every round that is still open; gives whether all have ended in time: settled, all stages paid. */
  endRounds(timeoutMs: number): Promise<boolean>;
  /** Ends whatever still runs. */
  stop(): Promise<void>;
};

/** Sets up money, a city and a free port over a migrated database; starts nothing yet. */
export async function openSystem(settings: {
  readonly databaseUrl: string;
  readonly chain: Pick<TestChain, 'url' | 'addresses'>;
}): Promise<System> {
  const owner = createDatabase({ url: settings.databaseUrl, statementTimeoutMs: 60_000, maxConnections: 4 });
  const [{ port }, { port: secondPort }] = await Promise.all([pickPort(), pickPort()]);
  const environment = {
    ...serverEnvironment({
      databaseUrl: settings.databaseUrl,
      rpcUrl: settings.chain.url,
      chainId: TEST_CHAIN_ID,
      contracts: settings.chain.addresses,
      port,
      webDist: '',
    }),
    LOG_LEVEL: 'info',
    // The same files are compiled once, not at each of many starts.
    NODE_COMPILE_CACHE: join(tmpdir(), 'city-mint-compiled'),
    RATE_LIMIT_PER_MINUTE: '0',
    SIGN_IN_LIMIT_PER_MINUTE: '0',
  };
  await buildFunds(owner, { reserve: 1_000n * JU, emission: 10_000_000n * JU });
  await sql`update reserve_setting set cap = ${(1_005n * JU).toString()}::numeric`.execute(owner);
  await owner
    .insertInto('city')
    .values({ name: 'London', latitude: 51.5, longitude: -0.1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  let phase = 0;
  const starting: Promise<ServerProcess>[] = [];
  const look = watchOpenRounds(owner);
  return {
    url: `http://127.0.0.1:${port}`,
    secondUrl: `http://127.0.0.1:${secondPort}`,
    owner,
    start(name, env = {}) {
      const told = { ...(name === 'worker' ? workerEnvironment(environment) : environment), ...env };
      const process =
        name === 'second-api' ? startProcess('api', { ...told, PORT: String(secondPort) }) : startProcess(name, told);
      starting.push(process);
      return process;
    },
    async offerRound({ quota, windowMs, walletMaximum = 0n, opensInMs = 0 }) {
      phase += 1;
      const plan = buildPlan({
        phase,
        rounds: 1,
        windowMs,
        firstOpensAt: Date.now() + opensInMs,
        firstQuota: tokenAmount(quota * JU),
        terms: {
          minimum: tokenAmount(JU),
          walletMaximum: tokenAmount(walletMaximum * JU),
          mintAmount: tokenAmount(7_777n * JU + 13n),
          stageDelaysMs: [0, 300, 600],
        },
      });
      await publishPlan(owner, plan);
    },
    openRounds: look.rounds,
    endRounds: (timeoutMs) => waitUntil(() => haveAllEnded(owner, phase), timeoutMs),
    async stop() {
      // One that is still on its way when a test fails is waited for, so that none outlives it.
      for (const start of await Promise.allSettled(starting)) {
        if (start.status === 'fulfilled' && !start.value.hasExited()) await start.value.end('SIGKILL');
      }
      await look.stop();
      await owner.destroy();
    },
  };
}

async function haveAllEnded(owner: Database, plans: number): Promise<boolean> {
  // A plan may wait for a worker still, so rounds open here that nobody joins any more.
  await sql`update round set closes_at = clock_timestamp(), due_at = clock_timestamp()
    where state = 'open' and opens_at < clock_timestamp()`.execute(owner);
  const { rows } = await sql<{ ended: number }>`select count(*)::int as ended from round where state = 'ended'`.execute(
    owner,
  );
  return rows[0]?.ended === plans;
}

/** Looks every 50 ms which rounds are open; a database that is away leaves the last look standing. */
function watchOpenRounds(owner: Database) {
  let rounds: readonly OpenRound[] = [];
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      await sql<OpenRound>`select r.id::text as "roundId", t.terms_hash as "termsHash"
        from round r join round_terms t on t.round_id = r.id where r.state = 'open'`
        .execute(owner)
        .then(
          ({ rows }) => {
            rounds = rows;
          },
          () => undefined,
        );
      await sleep(50);
    }
  })();
  return {
    rounds: () => rounds,
    stop: () => {
      isOver = true;
      return loop;
    },
  };
}
