import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@city-mint/api-contract/client';
import { createOperatorClient, type OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import type { OperatorSigner } from '@city-mint/api-contract/operator-client/sign-request';
import { DEFAULT_CHAIN_ID } from '@city-mint/chain-contract/chains';
import { OPERATOR_REQUEST_CHANNEL } from '@city-mint/server/operator/store/requests';
import { readConfig } from '@city-mint/server/platform/config/read-config';
import type { Config } from '@city-mint/server/platform/config/settings';
import { createDatabase, createPool, type DatabaseRole } from '@city-mint/server/platform/database/database';
import { listen } from '@city-mint/server/platform/jobs/listen';
import { createTimers } from '@city-mint/server/platform/jobs/timers';
import { createLogger } from '@city-mint/server/platform/log/create-logger';
import { openStandbyPools } from '@city-mint/server/platform/standbys/standby-pools';
import { createApi } from '@city-mint/server/processes/create-api';
import { createOps } from '@city-mint/server/processes/create-ops';
import { startBindingWork } from '@city-mint/server/processes/start-binding-work';
import { startOperatorWork } from '@city-mint/server/processes/start-operator-work';
import { startSignInWork } from '@city-mint/server/processes/start-sign-in-work';
import { AUTO_MINT_REQUEST_CHANNEL } from '@city-mint/server/rounds/auto-mint/requests';
import { SIGN_IN_REQUEST_CHANNEL } from '@city-mint/server/session/store/sign-in-requests';
import { INVITER_REQUEST_CHANNEL } from '@city-mint/server/team/store/inviter-requests';
import pg from 'pg';
import { createPublicClient, custom, type PublicClient } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { asRole } from './as-role.ts';
import { createTestDatabase } from './create-test-database.ts';
import { TEST_VAULT } from './test-vault.ts';

/** The sign-in domain and uri that every test API allows. */
export const TEST_DOMAIN = 'mint.test';
export const TEST_URI = 'https://mint.test/';

export type TestApiSettings = {
  /** Its database; by default a separate one, dropped when the API stops. */
  databaseUrl?: string;
  /** The node; by default a chain without contracts, on which any other call throws. */
  chain?: PublicClient;
  /**
   * Settings that differ from those of a test, by their environment variables. Operators are two accounts of this API
   * unless OPERATOR_ADDRESSES is one of them.
   */
  env?: NodeJS.ProcessEnv;
  /** Whether joins and money calls share the connections of readers, which production separates. */
  sharesPool?: boolean;
  /** URLs of the owner to the databases of the cluster, of which standbys answer reads; none by default. */
  readUrls?: readonly string[];
  /** How old an answer may be that is the same for everybody; 0 unless given, half a second in production. */
  sharedAgeMs?: number;
  /** Whether no process performs requests, sign-ins excepted, as while all of them are being restarted. */
  withoutWorker?: boolean;
  /** Whether no verifier answers sign-ins. */
  withoutVerifier?: boolean;
  /** Adds routes before the server listens. */
  extend?: (server: Awaited<ReturnType<typeof createApi>>) => void;
};

export type TestApi = {
  url: string;
  /** URL of the operators' calls, which a separate process answers. */
  opsUrl: string;
  config: Config;
  /** Where it verifies the signatures of contract wallets. */
  chain: PublicClient;
  /** All log lines, each a JSON object. */
  log: string[];
  /** Connections of the owner to the same database. */
  admin: pg.Pool;
  client(token?: string): Client;
  /** Sends a raw request, any body, any headers, to the process that answers the path. */
  send(path: string, init?: RequestInit): Promise<{ status: number; headers: Headers; text: string; json: unknown }>;
  /** Signs in as the account and returns its token. */
  signIn(account: PrivateKeyAccount): Promise<string>;
  /** The operators of an API whose settings name none. */
  operatorAccounts: readonly [PrivateKeyAccount, PrivateKeyAccount];
  /** Signs in as each of `operatorAccounts` and returns their calls. */
  operators(): Promise<[OperatorClient, OperatorClient]>;
  /** Signs in as an operator, whose address has to be in OPERATOR_ADDRESSES, and returns the token. */
  signInOperator(account: PrivateKeyAccount): Promise<string>;
  /** Signs in as an operator and returns the calls of that operator, whose actions are signed by the account. */
  operator(account: PrivateKeyAccount): Promise<OperatorClient>;
  stop(): Promise<void>;
};

/** Starts the API on a free port; replies are checked against the contract. Returns its URL, log and clients. */
export async function startTestApi(settings: TestApiSettings = {}): Promise<TestApi> {
  const database = settings.databaseUrl === undefined ? await createTestDatabase() : undefined;
  const operatorAccounts = [newAccount(), newAccount()] as const;
  const config = readConfig({
    ...TEST_ENV,
    DATABASE_URL: settings.databaseUrl ?? database?.url,
    // Either spelling of an address is one.
    OPERATOR_ADDRESSES: `${operatorAccounts[0].address},${operatorAccounts[1].address.toLowerCase()}`,
    ...settings.env,
  });
  const log: string[] = [];
  const logger = createLogger({
    name: 'test-api',
    level: config.LOG_LEVEL,
    destination: { write: (line) => void log.push(line) },
  });
  const pools = openPools(config, settings);
  const admin = new pg.Pool({ connectionString: config.DATABASE_URL, max: 2 });
  admin.on('error', () => undefined);
  const chain = settings.chain ?? plainChain();
  // A test sees its own changes immediately.
  const sharedAgeMs = settings.sharedAgeMs ?? 0;
  const server = await createApi({
    ...{ config, logger, ...pools.api, readDatabases: pools.readDatabases, chain, sharedAgeMs },
    listenUrl: asRole(config.DATABASE_URL, 'city_mint_api').url,
  });
  settings.extend?.(server);
  const ops = await createOps({
    ...{ config, logger, pool: pools.ops, sharedAgeMs },
    listenUrl: asRole(config.DATABASE_URL, 'city_mint_ops').url,
  });
  const work = { config, log: logger, chain };
  const others = [
    ...(settings.withoutWorker === true ? [] : [startTestWorker(work)]),
    ...(settings.withoutVerifier === true ? [] : [startTestVerifier(work)]),
  ];
  const [url, opsUrl] = await Promise.all([server, ops].map((each) => each.listen({ host: '127.0.0.1', port: 0 })));
  if (url === undefined || opsUrl === undefined) throw new Error('two servers have two addresses');
  const baseOf = (path: string) => (path.startsWith('/api/ops/') ? opsUrl : url);

  const client = (token?: string) =>
    createClient({
      baseUrl: '',
      fetch: (path, init) => fetch(`${baseOf(String(path))}${String(path)}`, init),
      token: () => token ?? null,
      lang: () => 'en',
      timeoutMs: 20_000,
    });
  return {
    url,
    opsUrl,
    config,
    chain,
    log,
    admin,
    client,
    ...signInsOf({ client, operatorAccounts, chainId: config.CHAIN_ID, vault: config.VAULT_ADDRESS }),
    async send(path, init) {
      const response = await fetch(baseOf(path) + path, init);
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: parseOrNull(text) };
    },
    async stop() {
      await Promise.all([server.close(), ops.close()]);
      await Promise.all(others.map((other) => other.stop()));
      await Promise.all([pools.end(), admin.end()]);
      await database?.drop();
    },
  };
}

type TestWork = {
  readonly config: Config;
  readonly log: ReturnType<typeof createLogger>;
  readonly chain: PublicClient;
};

/**
 * Starts the parts of other processes that calls wait for, each with its own login: one performs actions that operators
 * sign, a verifier binds inviters by texts that participants sign.
 */
function startTestWorker({ config, log, chain }: TestWork): { stop(): Promise<void> } {
  const own = asRole(config.DATABASE_URL, 'city_mint_verifier');
  const { url } = own;
  const timers = createTimers({ log });
  const connection = { url, onConnectionError: () => undefined };
  const operatorDb = createDatabase({ ...connection, ...asRole(config.DATABASE_URL, 'city_mint_operator') });
  const operators = startOperatorWork({ timers, config, operatorDb, log });
  const bindings = startBindingWork({ timers, config, log, chain, connection: { ...connection, ...own } });
  const channels = {
    [OPERATOR_REQUEST_CHANNEL]: operators.wake,
    [INVITER_REQUEST_CHANNEL]: bindings.wake,
    [AUTO_MINT_REQUEST_CHANNEL]: bindings.wake,
  };
  const listener = listen({ url, db: operatorDb, channels, log });
  return {
    async stop() {
      await listener.stop();
      await timers.stop();
      await Promise.all([operatorDb.destroy(), bindings.end()]);
    },
  };
}

/** Starts the part of a verifier that opens the sessions of participants, with its login. */
function startTestVerifier({ config, log, chain }: TestWork): { stop(): Promise<void> } {
  const connection = { onConnectionError: () => undefined, ...asRole(config.DATABASE_URL, 'city_mint_verifier') };
  const timers = createTimers({ log });
  const signIns = startSignInWork({ timers, config, log, chain, connection });
  const db = createDatabase({ ...connection, maxConnections: 1 });
  const listener = listen({ url: connection.url, db, channels: { [SIGN_IN_REQUEST_CHANNEL]: signIns.wake }, log });
  return {
    async stop() {
      await listener.stop();
      await timers.stop();
      await Promise.all([signIns.end(), db.destroy()]);
    },
  };
}

/** Opens the connections of both processes, each as its own role; shared, the api has one pool for everything. */
function openPools(config: Config, { sharesPool = false, readUrls = [] }: TestApiSettings) {
  const connections = (role: DatabaseRole, maxConnections: number) =>
    createPool({ onConnectionError: () => undefined, ...asRole(config.DATABASE_URL, role), maxConnections });
  const pool = connections('city_mint_api', config.DATABASE_CONNECTIONS);
  const ownOr = (maxConnections: number) => (sharesPool ? pool : connections('city_mint_api', maxConnections));
  const readDatabases = readUrls.map((owner) => {
    const { url, role } = asRole(owner, 'city_mint_api');
    return openStandbyPools(url, { role, onConnectionError: () => undefined });
  });
  const api = { pool, joinPool: ownOr(4), moneyPool: ownOr(3), sessionPool: ownOr(2), writePool: ownOr(4) };
  const ops = connections('city_mint_ops', 4);
  const ofReads = readDatabases.flatMap(({ readers, watch }) => [readers, watch]);
  const all = new Set([...Object.values(api), ops, ...ofReads]);
  return { api, ops, readDatabases, end: () => Promise.all([...all].map((each) => each.end())) };
}

const newAccount = () => privateKeyToAccount(generatePrivateKey());

const TEST_ENV: NodeJS.ProcessEnv = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'info',
  RPC_URL: 'http://127.0.0.1:1',
  CHAIN_ID: String(DEFAULT_CHAIN_ID),
  VAULT_ADDRESS: TEST_VAULT,
  FMC_ADDRESS: TEST_VAULT,
  ANCHORS_ADDRESS: TEST_VAULT,
  ROUTER_ADDRESS: TEST_VAULT,
  FACTORY_ADDRESS: TEST_VAULT,
  WRAPPED_NATIVE_ADDRESS: TEST_VAULT,
  SIGN_IN_DOMAINS: TEST_DOMAIN,
  RATE_LIMIT_PER_MINUTE: '0',
};

/** Returns a client of a chain on which no address has a contract. */
function plainChain(): PublicClient {
  const request = async ({ method }: { method: string }) => {
    if (method === 'eth_getCode') return '0x';
    if (method === 'eth_chainId') return `0x${DEFAULT_CHAIN_ID.toString(16)}`;
    throw new Error(`unexpected call to the test chain: ${method}`);
  };
  return createPublicClient({ transport: custom({ request }, { retryCount: 0 }) });
}

/** Returns how participants and operators sign in. */
function signInsOf({
  client,
  operatorAccounts,
  ...system
}: Pick<TestApi, 'client' | 'operatorAccounts'> & Pick<OperatorSigner, 'chainId' | 'vault'>) {
  const operator = async (account: PrivateKeyAccount) => {
    const token = await signIn(client(), account, 'ops');
    return createOperatorClient({ client: client(token), account, ...system });
  };
  return {
    signIn: (account: PrivateKeyAccount) => signIn(client(), account, 'app/user'),
    signInOperator: (account: PrivateKeyAccount) => signIn(client(), account, 'ops'),
    operator,
    operatorAccounts,
    operators: async (): Promise<[OperatorClient, OperatorClient]> => [
      await operator(operatorAccounts[0]),
      await operator(operatorAccounts[1]),
    ],
  };
}

const BUSY_ATTEMPTS = 20;
const BUSY_PAUSE_MS = 500;

async function signIn(client: Client, account: PrivateKeyAccount, part: 'app/user' | 'ops'): Promise<string> {
  const ask = () =>
    client.call(`POST /api/${part}/signMessage`, { eth_address: account.address, domain: TEST_DOMAIN, uri: TEST_URI });
  let text = await ask();
  // A text changes nothing, so like every client a test asks again while the api is too busy to answer.
  for (let attempt = 1; !text.ok && text.error === 'busy' && attempt < BUSY_ATTEMPTS; attempt += 1) {
    await sleep(BUSY_PAUSE_MS);
    text = await ask();
  }
  if (!text.ok) throw new Error(`no sign-in text: ${text.error}`);
  const { message, nonce } = text.data;
  const session = await client.call(`POST /api/${part}/login`, {
    sign_hex: await account.signMessage({ message }),
    nonce,
  });
  if (!session.ok) throw new Error(`no session: ${session.error}`);
  return session.data.token;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
