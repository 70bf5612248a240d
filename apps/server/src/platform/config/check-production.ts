import { isDevelopmentKey } from './development-keys.ts';
import type { Config, ProcessName, SettingProblem } from './settings.ts';

/** Settings that are optional on a developer's machine and required in production. */
const NAMED_IN_PRODUCTION = {
  api: ['HOST', 'PORT', 'SIGN_IN_DOMAINS', 'OPERATOR_NAME', 'OPERATOR_CONTACT'],
  worker: ['OPERATOR_NAME', 'OPERATOR_CONTACT'],
  ops: ['HOST', 'PORT', 'SIGN_IN_DOMAINS', 'OPERATOR_NAME', 'OPERATOR_CONTACT', 'PAGE_ORIGIN'],
} satisfies Partial<Record<ProcessName, readonly string[]>>;

const namedBy = (process: ProcessName): readonly string[] =>
  Object.entries(NAMED_IN_PRODUCTION).find(([name]) => name === process)?.[1] ?? [];

const MAIN_CHAIN = 210_000;
const LEAST_WITNESSES = 2;
const LOCAL_HOST = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0|\[::\])$/;

const IPV4_HOST = /^\d{1,3}(\.\d{1,3}){3}(:\d+)?$/;

/** Returns the problem of every setting that is only good enough for a developer's machine, and not for real money. */
export function checkProduction(config: Config, env: NodeJS.ProcessEnv, process: ProcessName): SettingProblem[] {
  const problems: SettingProblem[] = [];
  const refuse: Refuse = (setting, problem, broken) => {
    if (broken) problems.push({ setting, problem });
  };

  refuse(
    'CHAIN_ID',
    'is a test chain, which production refuses unless ALLOW_TEST_CHAIN=yes',
    config.CHAIN_ID !== MAIN_CHAIN && config.ALLOW_TEST_CHAIN !== 'yes',
  );
  checkNodes(config, refuse);
  checkPageConnections(config, refuse);
  refuse('LOG_LEVEL', 'must say at least info', config.LOG_LEVEL === 'silent' || config.LOG_LEVEL === 'fatal');
  refuse(
    'VOUCHER_SIGNER_KEY',
    'is a publicly known development key',
    config.VOUCHER_SIGNER_KEY !== undefined && isDevelopmentKey(config.VOUCHER_SIGNER_KEY),
  );
  refuse(
    'VOUCHER_SIGNER_KEY',
    `is for the worker alone; the ${process} must not hold it`,
    process !== 'worker' && config.VOUCHER_SIGNER_KEY !== undefined,
  );
  refuse(
    'OPERATOR_ADDRESSES',
    'is missing: workers perform what these operators sign',
    (process === 'worker' || process === 'ops') && config.OPERATOR_ADDRESSES.length === 0,
  );
  checkScribe(config, process, refuse);
  checkGuard(config, process, refuse);
  const { EXCHANGE_URL, EXCHANGE_KEY } = config;
  refuse('EXCHANGE_URL', 'is of this machine', EXCHANGE_URL !== undefined && isLocal(EXCHANGE_URL));
  refuse('EXCHANGE_URL', 'must be https', EXCHANGE_URL !== undefined && !EXCHANGE_URL.startsWith('https:'));
  refuse('EXCHANGE_KEY', 'is a publicly known development key', EXCHANGE_KEY?.startsWith('development') === true);
  refuse(
    'EXCHANGE_KEY',
    `is for the worker alone; the ${process} must not hold it`,
    process !== 'worker' && EXCHANGE_KEY !== undefined,
  );
  for (const setting of namedBy(process)) {
    refuse(setting, 'is missing', env[setting] === undefined || env[setting] === '');
  }
  if (process !== 'api' && process !== 'ops') return problems;

  checkPlaces(config, refuse);
  refuse('PAGE_ORIGIN', 'must be https', config.PAGE_ORIGIN?.startsWith('http:') === true);
  refuse(
    'PUBLIC_ORIGINS',
    'must be https',
    config.PUBLIC_ORIGINS.some((origin) => !origin.startsWith('https:')),
  );
  refuse(
    'REGION_HEADER',
    'is believed from TRUSTED_PROXIES alone, and none are named',
    config.REGION_HEADER !== undefined && config.TRUSTED_PROXIES.length === 0,
  );
  refuse(
    'TRUSTED_PROXIES',
    'must not trust the whole internet',
    config.TRUSTED_PROXIES.some((network) => /\/0$/.test(network)),
  );
  return problems;
}

/** The addresses to which every visitor's page connects. */
function checkPageConnections(config: Config, refuse: Refuse): void {
  refuse('PUBLIC_RPC_URL', 'is a node of this machine', isLocal(config.PUBLIC_RPC_URL ?? 'https://none.invalid'));
  refuse('WALLETCONNECT_RELAY_URL', 'is of this machine', isLocal(config.WALLETCONNECT_RELAY_URL));
  refuse('WALLETCONNECT_RELAY_URL', 'must be wss', !config.WALLETCONNECT_RELAY_URL.startsWith('wss:'));
}

type Refuse = (setting: string, problem: string, broken: boolean) => void;

/** Requires at least three nodes, of different hosts and over https, so that one lying node is outvoted. */
function checkNodes({ RPC_URL, WITNESS_RPC_URLS }: Config, refuse: Refuse): void {
  const isPlain = (url: string) => !isLocal(url) && !url.startsWith('https:');
  const hosts = [RPC_URL, ...WITNESS_RPC_URLS].map((url) => new URL(url).hostname);
  refuse('RPC_URL', 'is a node of this machine', isLocal(RPC_URL));
  refuse('RPC_URL', 'must be https', isPlain(RPC_URL));
  const isWitnessLocal = WITNESS_RPC_URLS.some(isLocal);
  refuse('WITNESS_RPC_URLS', 'names a node of this machine', isWitnessLocal);
  if (isWitnessLocal) return;
  refuse('WITNESS_RPC_URLS', 'must be https', WITNESS_RPC_URLS.some(isPlain));
  refuse(
    'WITNESS_RPC_URLS',
    `must name at least ${LEAST_WITNESSES} nodes of other hosts than RPC_URL and each other`,
    WITNESS_RPC_URLS.length < LEAST_WITNESSES || new Set(hosts).size < hosts.length,
  );
}

function checkPlaces({ SIGN_IN_DOMAINS, PUBLIC_ORIGINS }: Config, refuse: Refuse): void {
  refuse(
    'SIGN_IN_DOMAINS',
    'names this machine',
    SIGN_IN_DOMAINS.some((host) => isLocal(`https://${host}`)),
  );
  refuse(
    'SIGN_IN_DOMAINS',
    'names an address, at which a page needs no certificate',
    SIGN_IN_DOMAINS.some((host) => IPV4_HOST.test(host)),
  );
  refuse('PUBLIC_ORIGINS', 'names this machine', PUBLIC_ORIGINS.some(isLocal));
}

function checkScribe({ SCRIBE_KEY: key, VOUCHER_SIGNER_KEY }: Config, process: ProcessName, refuse: Refuse): void {
  if (key === undefined) return;
  refuse('SCRIBE_KEY', 'is a publicly known development key', isDevelopmentKey(key));
  refuse('SCRIBE_KEY', `is for the worker alone; the ${process} must not hold it`, process !== 'worker');
  // This account signs transactions all day; the other one pays out the vault.
  refuse(
    'SCRIBE_KEY',
    'must not be the key that signs vouchers',
    key.toLowerCase() === VOUCHER_SIGNER_KEY?.toLowerCase(),
  );
}

function checkGuard({ GUARD_KEY: key }: Config, process: ProcessName, refuse: Refuse): void {
  if (key === undefined) return;
  refuse('GUARD_KEY', 'is a publicly known development key', isDevelopmentKey(key));
  refuse('GUARD_KEY', `is for the watcher alone; the ${process} must not hold it`, process !== 'watcher');
}

function isLocal(url: string): boolean {
  return LOCAL_HOST.test(new URL(url).hostname);
}
