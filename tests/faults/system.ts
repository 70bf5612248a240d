import { setTimeout as sleep } from 'node:timers/promises';
import { pickPort } from '@city-mint/devnet/ports';
import {
  auditorEnvironment,
  opsEnvironment,
  type ServerEnvironment,
  serverEnvironment,
  withLogin,
  workerEnvironment,
} from '@city-mint/devnet/server-environment';
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

/** The processes that `start` starts; each api needs a verifier, which the first of them starts. */
type ProcessName = 'api' | 'second-api' | 'ops' | 'operator' | 'worker' | 'indexer' | 'verifier' | 'auditor';

/** The server's processes on one database, which a test may end and start again; each API retains its address. */
export type System = {
  readonly url: string;
  /** URL of the second API, for tests that run two. */
  readonly secondUrl: string;
  readonly owner: Database;
  /** Starts a process, with `env` added to its environment; the auditor needs TREES_FOLDER in it. */
  start(name: ProcessName, env?: Readonly<Record<string, string>>): Promise<ServerProcess>;
  /** Publishes a plan of one round that opens in `opensInMs` (0) for `windowMs`; quota and maximum in whole JU. */
  offerRound(round: { quota: bigint; windowMs: number; walletMaximum?: bigint; opensInMs?: number }): Promise<void>;
  /** Returns the open rounds as of the last poll. */
  readonly openRounds: () => readonly OpenRound[];
  /** Closes every open round; returns whether all rounds ended in time, settled and with all stages paid. */
  endRounds(timeoutMs: number): Promise<boolean>;
  /** Ends all processes. */
  stop(): Promise<void>;
};

const UNUSED_ADDRESS = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

/** A chain without a node, for tests whose processes need none. */
export const NO_CHAIN = {
  url: 'http://127.0.0.1:1',
  addresses: {
    vault: UNUSED_ADDRESS,
    fmc: UNUSED_ADDRESS,
    anchors: UNUSED_ADDRESS,
    router: UNUSED_ADDRESS,
    factory: UNUSED_ADDRESS,
    wrappedNative: UNUSED_ADDRESS,
  },
} as const;

type SystemSettings = {
  readonly databaseUrl: string;
  readonly chain: Pick<TestChain, 'url' | 'addresses'>;
};

/** Adds funds and a city to a migrated database and picks ports; returns controls, with no process started yet. */
export async function openSystem(settings: SystemSettings): Promise<System> {
  // Waits longer than any database takes to recover, also where other tests have the machine.
  const waits = { statementTimeoutMs: 60_000, waitMs: 60_000 };
  const owner = createDatabase({ url: settings.databaseUrl, ...waits, maxConnections: 4 });
  const [{ port }, { port: secondPort }] = await Promise.all([pickPort(), pickPort()]);
  const environment = systemEnvironment(settings, port);
  await buildFunds(owner, { reserve: 1_000n * JU, emission: 10_000_000n * JU });
  await sql`update reserve_setting set cap = ${(1_005n * JU).toString()}::numeric`.execute(owner);
  await owner
    .insertInto('city')
    .values({ name: 'London', latitude: 51.5, longitude: -0.1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  let phase = 0;
  const starting: Promise<ServerProcess>[] = [];
  /** The one that answers the sign-ins of all apis. */
  let verifier: Promise<ServerProcess> | undefined;
  const openRoundsPoll = pollOpenRounds(owner);
  return {
    url: `http://127.0.0.1:${port}`,
    secondUrl: `http://127.0.0.1:${secondPort}`,
    owner,
    start(name, env = {}) {
      const ownPort = name === 'second-api' ? { PORT: String(secondPort) } : {};
      const process = startProcess(name === 'second-api' ? 'api' : name, {
        ...environmentOf(name, environment),
        ...env,
        ...ownPort,
      });
      starting.push(process);
      if (name === 'verifier') verifier = process;
      if (verifier === undefined && NEED_VERIFIER.includes(name)) {
        verifier = startProcess('verifier', environmentOf('verifier', environment));
        starting.push(verifier);
      }
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
    openRounds: openRoundsPoll.rounds,
    endRounds: (timeoutMs) => waitUntil(() => haveAllEnded(owner, phase), timeoutMs),
    async stop() {
      // A process that is still starting when a test fails is awaited, so that none outlives the test.
      for (const start of await Promise.allSettled(starting)) {
        if (start.status === 'fulfilled' && !start.value.hasExited()) await start.value.end('SIGKILL');
      }
      await openRoundsPoll.stop();
      await owner.destroy();
    },
  };
}

const NEED_VERIFIER: readonly ProcessName[] = ['api', 'second-api', 'ops'];

function environmentOf(name: ProcessName, environment: ServerEnvironment): ServerEnvironment {
  if (name === 'worker') return workerEnvironment(environment);
  const pageOrigin = `http://127.0.0.1:${environment['PORT']}`;
  if (name === 'ops') return opsEnvironment(environment, { port: 0, pageOrigin });
  if (name === 'auditor') return auditorEnvironment(environment, 'TREES_FOLDER of `start`');
  return withLogin(environment, name === 'second-api' ? 'city_mint_api' : `city_mint_${name}`);
}

function systemEnvironment({ databaseUrl, chain }: SystemSettings, port: number): ServerEnvironment {
  return {
    ...serverEnvironment({
      databaseUrl,
      rpcUrl: chain.url,
      chainId: TEST_CHAIN_ID,
      contracts: chain.addresses,
      port,
      webDist: '',
    }),
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_MINUTE: '0',
    SIGN_IN_LIMIT_PER_MINUTE: '0',
  };
}

async function haveAllEnded(owner: Database, plans: number): Promise<boolean> {
  // A plan may still wait for a worker, so rounds may open here without any join.
  await sql`update round set closes_at = clock_timestamp(), due_at = clock_timestamp()
    where state = 'open' and opens_at < clock_timestamp()`.execute(owner);
  const { rows } = await sql<{ ended: number }>`select count(*)::int as ended from round where state = 'ended'`.execute(
    owner,
  );
  return rows[0]?.ended === plans;
}

/** Polls the open rounds every 50 ms; while the database is down the last result remains. */
function pollOpenRounds(owner: Database) {
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
