import { join } from 'node:path';
import type { ContractAddresses } from '@city-mint/chain-contract/addresses';
import { prepareDatabase } from '@city-mint/server/processes/prepare-database';
import type { Anvil } from './anvil.ts';
import { createLogins } from './database-logins.ts';
import { openDeployment } from './deployment.ts';
import { mineEachSecond, openChain } from './open-chain.ts';
import { openDatabase } from './open-database.ts';
import type { ProcessGroup } from './process-group.ts';
import { isOfAnotherVersion } from './reapply-schema.ts';
import type { Waiting } from './waiting.ts';

/** Database, chain and contracts, which all processes of the local system use. */
export type Ground = {
  /** The folder of the local system's data. */
  readonly dataDir: string;
  /** Connection string of the database's owner. */
  readonly databaseUrl: string;
  readonly chain: Anvil;
  readonly contracts: ContractAddresses;
};

type Opening = {
  readonly dataDir: string;
  readonly chainId: number;
  readonly group: Pick<ProcessGroup, 'keep' | 'signal'>;
  readonly waiting: Waiting;
  say(line: string): void;
};

/** Starts database and chain, brings the schema up to date and deploys the contracts where they are missing. */
export async function openGround({ dataDir, chainId, group, waiting, say }: Opening): Promise<Ground> {
  const [databaseUrl, chain] = await Promise.all([
    waiting.until(`the database (${join(dataDir, 'postgres', 'postgres.log')})`, openDatabase({ dataDir, group })),
    waiting.until(`the chain (${join(dataDir, 'logs', 'chain.log')})`, openChain({ dataDir, group, chainId, say })),
  ]);
  await waiting.until('the schema of the database', prepareSchema(databaseUrl));
  const deployed = openDeployment({ dataDir, rpcUrl: chain.url, chainId });
  const contracts = await waiting.until('the contracts on the chain', deployed);
  await mineEachSecond(chain);
  return { dataDir, databaseUrl, chain, contracts };
}

async function prepareSchema(databaseUrl: string): Promise<void> {
  try {
    await prepareDatabase({ url: databaseUrl });
  } catch (error) {
    if (!(error instanceof Error) || !isOfAnotherVersion(error)) throw error;
    throw new Error(`The local data are of another version: ${error.message}. Start over with the option --fresh.`);
  }
  await createLogins(databaseUrl);
}
