import { type Client, createClient } from '@city-mint/api-contract/client';
import { readConfig } from '@city-mint/server/platform/config/read-config';
import type { Config } from '@city-mint/server/platform/config/settings';
import { createPool, type DatabaseRole } from '@city-mint/server/platform/database/database';
import { createLogger } from '@city-mint/server/platform/log/create-logger';
import { createApi } from '@city-mint/server/processes/create-api';
import pg from 'pg';
import { createPublicClient, custom, type PublicClient } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { createTestDatabase } from './create-test-database.ts';

export const TEST_CHAIN_ID = 202_599;
/** The sign-in domain and uri that every test API allows. */
export const TEST_DOMAIN = 'mint.test';
export const TEST_URI = 'https://mint.test/';

export type TestApiSettings = {
  /** Where it works; without one, in a database of its own, which goes with it. */
  databaseUrl?: string;
  /** The node; without one, a chain of ordinary accounts alone, on which any other question throws. */
  chain?: PublicClient;
  /** Settings that differ from those of a test, by their environment names. */
  env?: NodeJS.ProcessEnv;
  /** Joins and what moves money use the connections of readers, which production keeps apart. */
  sharesPool?: boolean;
  /** Adds routes of a test's own before it listens. */
  extend?: (server: Awaited<ReturnType<typeof createApi>>) => void;
};

export type TestApi = {
  url: string;
  config: Config;
  /** Everything that was logged, one JSON object a line. */
  log: string[];
  /** A superuser's connections to the same database. */
  admin: pg.Pool;
  client(token?: string): Client;
  /** A raw call: any body, any headers. */
  send(path: string, init?: RequestInit): Promise<{ status: number; headers: Headers; text: string; json: unknown }>;
  /** Signs in as the account and gives its token. */
  signIn(account: PrivateKeyAccount): Promise<string>;
  /** Signs in as an operator, of whom OPERATOR_ADDRESSES has to know, and gives the token. */
  signInOperator(account: PrivateKeyAccount): Promise<string>;
  stop(): Promise<void>;
};

/** The real API over a database of its own, listening on a free port, replies checked against their declarations. */
export async function startTestApi(settings: TestApiSettings = {}): Promise<TestApi> {
  const database = settings.databaseUrl === undefined ? await createTestDatabase() : undefined;
  const config = readConfig({ ...TEST_ENV, DATABASE_URL: settings.databaseUrl ?? database?.url, ...settings.env });
  const log: string[] = [];
  const logger = createLogger({
    name: 'test-api',
    level: config.LOG_LEVEL,
    destination: { write: (line) => void log.push(line) },
  });
  const connections = (maxConnections: number, role: DatabaseRole = 'city_mint_api') =>
    createPool({ url: config.DATABASE_URL, role, maxConnections, onConnectionError: () => undefined });
  const pool = connections(config.DATABASE_CONNECTIONS);
  const own = settings.sharesPool === true ? undefined : { joinPool: connections(6), moneyPool: connections(3) };
  const { joinPool = pool, moneyPool = pool } = own ?? {};
  const operatorPool = connections(2, 'city_mint_operator');
  const admin = new pg.Pool({ connectionString: config.DATABASE_URL, max: 2 });
  admin.on('error', () => undefined);
  const chain = settings.chain ?? plainChain();
  const server = await createApi({ config, logger, pool, joinPool, moneyPool, operatorPool, chain });
  settings.extend?.(server);
  const url = await server.listen({ host: '127.0.0.1', port: 0 });

  const client = (token?: string) =>
    createClient({ baseUrl: url, fetch, token: () => token ?? null, lang: () => 'en', timeoutMs: 20_000 });
  return {
    url,
    config,
    log,
    admin,
    client,
    signIn: (account) => signIn(client(), account, 'app/user'),
    signInOperator: (account) => signIn(client(), account, 'ops'),
    async send(path, init) {
      const response = await fetch(url + path, init);
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: parseOrNull(text) };
    },
    async stop() {
      await server.close();
      await Promise.all([...new Set([pool, joinPool, moneyPool, operatorPool, admin])].map((each) => each.end()));
      await database?.drop();
    },
  };
}

const CONTRACT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

const TEST_ENV: NodeJS.ProcessEnv = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'info',
  RPC_URL: 'http://127.0.0.1:1',
  CHAIN_ID: String(TEST_CHAIN_ID),
  VAULT_ADDRESS: CONTRACT,
  FMC_ADDRESS: CONTRACT,
  ANCHORS_ADDRESS: CONTRACT,
  ROUTER_ADDRESS: CONTRACT,
  FACTORY_ADDRESS: CONTRACT,
  WRAPPED_NATIVE_ADDRESS: CONTRACT,
  SIGN_IN_DOMAINS: TEST_DOMAIN,
  RATE_LIMIT_PER_MINUTE: '0',
};

/** A chain on which no address has a contract. */
function plainChain(): PublicClient {
  const request = async ({ method }: { method: string }) => {
    if (method === 'eth_getCode') return '0x';
    if (method === 'eth_chainId') return `0x${TEST_CHAIN_ID.toString(16)}`;
    throw new Error(`the test chain was asked for ${method}`);
  };
  return createPublicClient({ transport: custom({ request }, { retryCount: 0 }) });
}

async function signIn(client: Client, account: PrivateKeyAccount, part: 'app/user' | 'ops'): Promise<string> {
  const text = await client.call(`POST /api/${part}/signMessage`, {
    eth_address: account.address,
    domain: TEST_DOMAIN,
    uri: TEST_URI,
  });
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
