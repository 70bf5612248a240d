import { createECDH } from 'node:crypto';
import type { ContractAddresses } from '@city-mint/chain-contract/addresses';
import type { DatabaseRole } from '@city-mint/server/platform/database/database';
import { loginUrl } from './database-logins.ts';
import { DEV_ROLES, devAccount } from './dev-accounts.ts';
import { OPERATOR_ADDRESSES } from './operators.ts';

/** Environment variables of a process of the server. */
export type ServerEnvironment = Record<string, string>;

type LocalEndpoints = {
  databaseUrl: string;
  rpcUrl: string;
  chainId: number;
  contracts: ContractAddresses;
  /** The port at which browsers reach the page. */
  port: number;
  /** The api's own port, where something else serves the page and passes calls on; `port` by default. */
  apiPort?: number;
  /** The built page; without it the api serves no page. */
  webDist?: string;
  network?: NetworkEndpoints | null;
  /** The relay between the page and wallets on other devices, as in the page's build. */
  relayUrl?: string;
};

/** How other machines reach the system: this machine's address in the network, and the port of the public node. */
export type NetworkEndpoints = { readonly host: string; readonly nodePort: number };

/**
 * Returns the environment that the server's processes share on this machine, without any signing key and with the
 * database's owner as login, which `withLogin` replaces. The variables are those of
 * apps/server/src/platform/config/settings.ts.
 */
export function serverEnvironment({
  databaseUrl,
  rpcUrl,
  chainId,
  contracts,
  port,
  apiPort = port,
  webDist,
  network = null,
  relayUrl,
}: LocalEndpoints): ServerEnvironment {
  const hosts = ['127.0.0.1', 'localhost', ...(network === null ? [] : [network.host])].map(
    (host) => `${host}:${port}`,
  );
  return {
    ...inheritedVariables(),
    ...monitoringVariables(),
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
    PORT: String(apiPort),
    PUBLIC_ORIGINS: hosts.map((host) => `http://${host}`).join(','),
    SIGN_IN_DOMAINS: hosts.join(','),
    ...(webDist === undefined ? {} : { WEB_DIST: webDist }),
    ...(relayUrl === undefined ? {} : { WALLETCONNECT_RELAY_URL: relayUrl }),
    ...(network === null ? {} : { PUBLIC_RPC_URL: publicNodeUrl(network) }),
    OPERATOR_ADDRESSES: OPERATOR_ADDRESSES.join(','),
    // All wallets of this machine share one IP address.
    SIGN_IN_LIMIT_PER_MINUTE: '600',
  };
}

/** Returns the chain's URL as other machines reach it. */
export function publicNodeUrl({ host, nodePort }: NetworkEndpoints): string {
  return `http://${host}:${nodePort}`;
}

/** Returns the api's environment; with `network` it listens on all addresses, as no other process does. */
export function apiEnvironment(environment: ServerEnvironment, network: NetworkEndpoints | null): ServerEnvironment {
  return { ...withLogin(environment, 'city_mint_api'), ...(network === null ? {} : { HOST: '0.0.0.0' }) };
}

/** How browsers reach the console, and where it is. */
type ConsoleEndpoints = {
  /** The port at which browsers reach the console. */
  readonly port: number;
  /** The operators' process's own port, where something else serves the console; `port` by default. */
  readonly opsPort?: number;
  /** The built console; without it the process serves no console. */
  readonly consoleDist?: string;
  readonly pageOrigin: string;
};

/** Returns the environment of the operators' process, which serves the console and accepts sign-ins for it only. */
export function opsEnvironment(
  environment: ServerEnvironment,
  { port, opsPort = port, consoleDist, pageOrigin }: ConsoleEndpoints,
): ServerEnvironment {
  return {
    ...withLogin(environment, 'city_mint_ops'),
    PORT: String(opsPort),
    SIGN_IN_DOMAINS: `127.0.0.1:${port},localhost:${port}`,
    ...(consoleDist === undefined ? {} : { CONSOLE_DIST: consoleDist }),
    PAGE_ORIGIN: pageOrigin,
  };
}

/** Returns the environment with the login of a role instead of the owner's; only `migrate` acts as the owner. */
export function withLogin(environment: ServerEnvironment, role: DatabaseRole): ServerEnvironment {
  return { ...environment, DATABASE_URL: loginUrl(environment['DATABASE_URL'] ?? '', role) };
}

/** Returns the worker's environment, with the key that signs vouchers; no other process may hold it. */
export function workerEnvironment(environment: ServerEnvironment): ServerEnvironment {
  return {
    ...withLogin(environment, 'city_mint_worker'),
    VOUCHER_SIGNER_KEY: devAccount(DEV_ROLES.voucherSigner).privateKey,
  };
}

/** Returns the variables of web push: the api has the first two, the worker all; `hosts` are further push services. */
export function pushEnvironment(hosts: readonly string[] = []): ServerEnvironment {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(devAccount(DEV_ROLES.vapid).privateKey.slice(2), 'hex');
  const known = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com'];
  return {
    VAPID_PUBLIC_KEY: pair.getPublicKey('base64url'),
    PUSH_HOSTS: [...known, ...hosts].join(','),
    VAPID_PRIVATE_KEY: pair.getPrivateKey('base64url'),
    VAPID_CONTACT: 'mailto:operator@localhost.example',
  };
}

/**
 * Returns the variables of notices by mail, which go to the mail server at this port of this machine: the worker has
 * all, the api only the sender's address.
 */
export function mailEnvironment(mailPort: number, pageOrigin: string): ServerEnvironment {
  return {
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MAIL_FROM: 'notices@localhost.example',
    PAGE_ORIGIN: pageOrigin,
  };
}

/** Returns the variables with which a worker also anchors roots. */
export function scribeEnvironment(): ServerEnvironment {
  return { SCRIBE_KEY: devAccount(DEV_ROLES.scribe).privateKey };
}

/**
 * Returns the environment of the auditor, with the keys with which it signs a second time and can pause the vault; it
 * stores trees of liabilities in the folder.
 */
export function auditorEnvironment(environment: ServerEnvironment, treesFolder: string): ServerEnvironment {
  return {
    ...withLogin(environment, 'city_mint_auditor'),
    PAGE_ORIGIN: `http://127.0.0.1:${environment['PORT']}`,
    TREES_FOLDER: treesFolder,
    AUDITOR_KEY: devAccount(DEV_ROLES.auditor).privateKey,
    GUARD_KEY: devAccount(DEV_ROLES.guard).privateKey,
  };
}

/** Returns the variables that the worker shares with the exchange stand-in, which listens on `port`. */
export function exchangeEnvironment(port: number): ServerEnvironment {
  return {
    EXCHANGE_URL: `http://127.0.0.1:${port}`,
    EXCHANGE_KEY: 'development key of the exchange, known to everyone',
  };
}

/** The variables by which whoever starts the local system monitors it: metrics (0 = on any port), and traces. */
function monitoringVariables(): ServerEnvironment {
  const { METRICS_PORT, OTEL_EXPORTER_OTLP_ENDPOINT } = process.env;
  return {
    ...(METRICS_PORT === undefined ? {} : { METRICS_PORT }),
    ...(OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT }),
  };
}

/** The variables that all processes inherit; no other variable is passed on. */
export function inheritedVariables(): ServerEnvironment {
  const { PATH = '', HOME = '', LOG_LEVEL = 'info', NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, LOG_LEVEL, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) };
}
