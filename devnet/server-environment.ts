import type { ContractAddresses } from '@city-mint/chain-contract/addresses';
import { DEV_ROLES, devAccount } from './dev-accounts.ts';

/** What the server's processes are told: everything but the signer's key, which only the worker may hold. */
export type ServerEnvironment = Record<string, string>;

type Places = {
  databaseUrl: string;
  rpcUrl: string;
  chainId: number;
  contracts: ContractAddresses;
  port: number;
  webDist: string;
};

/** The environment of api, worker and indexer on this machine; names as in apps/server/src/platform/config. */
export function serverEnvironment({
  databaseUrl,
  rpcUrl,
  chainId,
  contracts,
  port,
  webDist,
}: Places): ServerEnvironment {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  return {
    ...inherited(),
    NODE_ENV: 'development',
    DATABASE_URL: databaseUrl,
    RPC_URL: rpcUrl,
    CHAIN_ID: String(chainId),
    VAULT_ADDRESS: contracts.vault,
    FMC_ADDRESS: contracts.fmc,
    ANCHORS_ADDRESS: contracts.anchors,
    ROUTER_ADDRESS: contracts.router,
    FACTORY_ADDRESS: contracts.factory,
    WRAPPED_NATIVE_ADDRESS: contracts.wrappedNative,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_ORIGINS: hosts.map((host) => `http://${host}`).join(','),
    SIGN_IN_DOMAINS: hosts.join(','),
    WEB_DIST: webDist,
    // All wallets of this machine have one address between them.
    SIGN_IN_LIMIT_PER_MINUTE: '600',
  };
}

/** The worker's environment: it alone signs vouchers. */
export function workerEnvironment(environment: ServerEnvironment): ServerEnvironment {
  return { ...environment, VOUCHER_SIGNER_KEY: devAccount(DEV_ROLES.voucherSigner).privateKey };
}

/** What lets a worker anchor roots as well. */
export function scribeEnvironment(): ServerEnvironment {
  return { SCRIBE_KEY: devAccount(DEV_ROLES.scribe).privateKey };
}

/** What the worker and the stand-in for the exchange both know. */
export function exchangeEnvironment(port: number): ServerEnvironment {
  return {
    EXCHANGE_URL: `http://127.0.0.1:${port}`,
    EXCHANGE_KEY: 'development key of the exchange that everybody knows',
  };
}

/** What a user may set for all processes; the rest of our own environment is none of their business. */
function inherited(): ServerEnvironment {
  const { PATH = '', HOME = '', LOG_LEVEL = 'info' } = process.env;
  return { PATH, HOME, LOG_LEVEL };
}
