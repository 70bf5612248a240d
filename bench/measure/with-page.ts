import { join } from 'node:path';
import { buildPage } from '@city-mint/devnet/build-apps';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { startTestApi } from '@city-mint/tests/setup/start-test-api';
import { startTestChain } from '@city-mint/tests/setup/start-test-chain';
import { withPostgres } from './with-postgres.ts';

/** A separate folder, since a running server still serves the files of its start. */
const BUILD_FOLDER = join(import.meta.dirname, '..', '..', '.data', 'bench-page');

/**
 * Builds the page, serves it by the API over a new database with what `prepare` writes (two open rounds) and a chain
 * with the contracts, which some screens read, and calls `work` with its origin and the address of the chain's node.
 */
export async function withPage(
  work: (origin: string, nodeUrl: string) => Promise<void>,
  prepare: (owner: Database) => Promise<void> = openRounds,
): Promise<void> {
  const chain = await startTestChain();
  try {
    const { vault, fmc, router, anchors } = chain.addresses;
    const settings = { folder: BUILD_FOLDER, rpcUrl: chain.url, contracts: { vault, fmc, router, anchors } };
    const folder = await buildPage((line) => console.log(line), settings);
    const env = {
      WEB_DIST: folder,
      RPC_URL: chain.url,
      PUBLIC_RPC_URL: chain.url,
      VAULT_ADDRESS: vault,
      FMC_ADDRESS: fmc,
      ROUTER_ADDRESS: router,
    };
    await withPostgres((databaseUrl) => servePage({ databaseUrl, env, prepare }, (origin) => work(origin, chain.url)));
  } finally {
    await chain.stop();
  }
}

async function openRounds(owner: Database): Promise<void> {
  for (const city of ['London', 'Singapore']) {
    await openRound(owner, buildPlan({ city, firstQuota: tokenAmount(1_000n * JU) }));
  }
}

type Serving = {
  readonly databaseUrl: string;
  readonly env: NodeJS.ProcessEnv;
  readonly prepare: (owner: Database) => Promise<void>;
};

async function servePage(serving: Serving, work: (origin: string) => Promise<void>): Promise<void> {
  const { databaseUrl, env, prepare } = serving;
  const owner = createDatabase({ url: databaseUrl, statementTimeoutMs: 600_000 });
  await prepare(owner);
  await owner.destroy();
  const api = await startTestApi({ databaseUrl, env });
  try {
    await work(api.url);
  } finally {
    await api.stop();
  }
}
