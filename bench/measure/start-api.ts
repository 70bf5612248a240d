import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loginUrl } from '@city-mint/devnet/database-logins';
import { inheritedVariables } from '@city-mint/devnet/server-environment';

/** The sign-in domain of the api. */
export const API_DOMAIN = 'mint.example';
/** More than a bench calls in a minute: production refuses to run without limits. */
const NO_LIMIT = '1000000';
/** Any address: no contract is called. */
const CONTRACT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

/**
 * Starts the process of `npm run api` with production settings and returns it once it answers; the measured calls need
 * no node. Rate limits are off, since all requests come from one address.
 */
export async function startApi(databaseUrl: string, port: number): Promise<ChildProcess> {
  const main = join(import.meta.dirname, '..', '..', 'apps', 'server', 'src', 'processes', 'api.ts');
  const api = spawn(process.execPath, ['--max-semi-space-size=32', main], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: apiEnvironment(databaseUrl, port),
  });
  await untilAnswers(`http://127.0.0.1:${port}/health/live`);
  return api;
}

/** Returns once a GET of this address succeeds; throws when it does not within ten seconds. */
export async function untilAnswers(url: string): Promise<void> {
  const giveUpAt = performance.now() + 10_000;
  while (performance.now() < giveUpAt) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok === true) return;
    await sleep(10);
  }
  throw new Error(`${url} did not answer`);
}

/** Whose disclosure the measured users have accepted. */
export const BENCH_OPERATOR = { name: 'bench', contact: 'bench@mint.example' };

/** Returns the settings of production for an api on this database; no rate limit is met. */
export function apiEnvironment(databaseUrl: string, port: number): NodeJS.ProcessEnv {
  return {
    ...inheritedVariables(),
    NODE_ENV: 'production',
    ALLOW_TEST_CHAIN: 'yes',
    LOG_LEVEL: 'warn',
    // Production refuses a login that can do more than the role of its process.
    DATABASE_URL: loginUrl(databaseUrl, 'city_mint_api'),
    HOST: '127.0.0.1',
    PORT: String(port),
    RPC_URL: 'https://node.example',
    WITNESS_RPC_URLS: 'https://one.example,https://two.example',
    CHAIN_ID: '202599',
    SIGN_IN_DOMAINS: API_DOMAIN,
    CONNECTIONS_PER_ADDRESS: NO_LIMIT,
    OPERATOR_NAME: BENCH_OPERATOR.name,
    OPERATOR_CONTACT: BENCH_OPERATOR.contact,
    ...Object.fromEntries(
      ['VAULT', 'FMC', 'ANCHORS', 'ROUTER', 'FACTORY', 'WRAPPED_NATIVE'].map((name) => [`${name}_ADDRESS`, CONTRACT]),
    ),
    ...Object.fromEntries(
      ['RATE', 'READ', 'WRITE', 'JOIN', 'MONEY', 'HEAVY', 'SIGN_IN'].map((name) => [
        `${name}_LIMIT_PER_MINUTE`,
        NO_LIMIT,
      ]),
    ),
  };
}
