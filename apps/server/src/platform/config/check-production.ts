import { getDomain } from 'tldts-icann';
import { isDevelopmentKey } from './development-keys.ts';
import { largestShareOfFamily } from './network-share.ts';
import type { Config, ProcessName, SettingProblem } from './settings.ts';

/** Settings that are optional on a developer's machine and required in production. */
const NAMED_IN_PRODUCTION = {
  api: ['HOST', 'PORT', 'SIGN_IN_DOMAINS', 'OPERATOR_NAME', 'OPERATOR_CONTACT'],
  operator: ['OPERATOR_NAME', 'OPERATOR_CONTACT'],
  worker: ['OPERATOR_NAME', 'OPERATOR_CONTACT'],
  verifier: ['SIGN_IN_DOMAINS'],
  ops: ['HOST', 'PORT', 'SIGN_IN_DOMAINS', 'OPERATOR_NAME', 'OPERATOR_CONTACT', 'PAGE_ORIGIN'],
  auditor: ['PAGE_ORIGIN', 'TREES_FOLDER'],
} satisfies Partial<Record<ProcessName, readonly string[]>>;

const namedBy = (process: ProcessName): readonly string[] =>
  Object.entries(NAMED_IN_PRODUCTION).find(([name]) => name === process)?.[1] ?? [];

const MAIN_CHAIN = 210_000;
const LEAST_WITNESSES = 2;
/** With two, one lost key stops every action that needs two; with three it does not. */
const LEAST_APPROVERS = 3;
/** A reorganisation of fewer blocks is common on chains without finality. */
const LEAST_CONFIRMATIONS = 12;
/** Proxies that are this much of all addresses of a family are anyone. */
const LARGEST_TRUSTED_SHARE = 1 / 4;
/** Modes of libpq in which every connection is encrypted. */
const ENCRYPTED_MODES: readonly (string | null)[] = ['require', 'verify-ca', 'verify-full'];
/** Settings whose 0 means no limit. */
const LIMITS = [
  'RATE_LIMIT_PER_MINUTE',
  'READ_LIMIT_PER_MINUTE',
  'WRITE_LIMIT_PER_MINUTE',
  'JOIN_LIMIT_PER_MINUTE',
  'MONEY_LIMIT_PER_MINUTE',
  'HEAVY_LIMIT_PER_MINUTE',
  'SIGN_IN_LIMIT_PER_MINUTE',
  'CONNECTIONS_PER_ADDRESS',
] as const;
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
  checkApprovers(config, process, refuse);
  checkDatabase(config, refuse);
  refuse(
    'FINALITY_CONFIRMATIONS',
    `must be at least ${LEAST_CONFIRMATIONS}`,
    config.FINALITY_CONFIRMATIONS < LEAST_CONFIRMATIONS,
  );
  checkScribe(config, process, refuse);
  checkAuditor(config, process, refuse);
  checkExchange(config, process, refuse);
  checkPush(config, process, refuse);
  checkMail(config, process, refuse);
  for (const setting of namedBy(process)) {
    refuse(setting, 'is missing', env[setting] === undefined || env[setting] === '');
  }
  refuse('PAGE_ORIGIN', 'must be https', config.PAGE_ORIGIN?.startsWith('http:') === true);
  if (process === 'api' || process === 'ops' || process === 'verifier') checkPlaces(config, refuse);
  if (process !== 'api' && process !== 'ops') return problems;

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
    'must not name more than a quarter of all addresses together',
    largestShareOfFamily(config.TRUSTED_PROXIES) > LARGEST_TRUSTED_SHARE,
  );
  for (const limit of LIMITS) refuse(limit, 'must not be 0, which means no limit', config[limit] === 0);
  return problems;
}

/** An action that loosens something needs two of them, also when one has lost the key. */
function checkApprovers({ OPERATOR_ADDRESSES }: Config, process: ProcessName, refuse: Refuse): void {
  if (process !== 'operator' && process !== 'ops' && process !== 'auditor') return;
  refuse(
    'OPERATOR_ADDRESSES',
    `must name at least ${LEAST_APPROVERS} wallets, each once`,
    OPERATOR_ADDRESSES.length < LEAST_APPROVERS || new Set(OPERATOR_ADDRESSES).size < OPERATOR_ADDRESSES.length,
  );
}

/** The login and every figure would travel in plain text. */
function checkDatabase(config: Config, refuse: Refuse): void {
  for (const setting of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const) {
    const url = config[setting];
    if (url !== undefined) checkEncryption(setting, url, refuse);
  }
  for (const url of config.READ_DATABASE_URLS) checkEncryption('READ_DATABASE_URLS', url, refuse);
}

function checkEncryption(setting: string, url: string, refuse: Refuse): void {
  const { hostname, searchParams } = new URL(url);
  // Without a host, or with a folder in its place, it is a socket of this machine.
  const host = searchParams.get('host') ?? hostname;
  const isHere = host === '' || host.startsWith('/') || host.startsWith('%2F') || LOCAL_HOST.test(host);
  refuse(
    setting,
    'is on another machine and needs sslmode=verify-full',
    !isHere && !ENCRYPTED_MODES.includes(searchParams.get('sslmode')),
  );
}

/** The addresses to which every visitor's page connects. */
function checkPageConnections(config: Config, refuse: Refuse): void {
  refuse('PUBLIC_RPC_URL', 'is a node of this machine', isLocal(config.PUBLIC_RPC_URL ?? 'https://none.invalid'));
  const { PUBLIC_WITNESS_RPC_URLS: witnesses } = config;
  refuse('PUBLIC_WITNESS_RPC_URLS', 'names a node of this machine', witnesses.some(isLocal));
  refuse('PUBLIC_WITNESS_RPC_URLS', 'must be https', !witnesses.every((url) => url.startsWith('https:')));
  refuse('WALLETCONNECT_RELAY_URL', 'is of this machine', isLocal(config.WALLETCONNECT_RELAY_URL));
  refuse('WALLETCONNECT_RELAY_URL', 'must be wss', !config.WALLETCONNECT_RELAY_URL.startsWith('wss:'));
}

type Refuse = (setting: string, problem: string, broken: boolean) => void;

/** Requires at least three nodes, of different owners and over https, so that one lying node is outvoted. */
function checkNodes({ RPC_URL, WITNESS_RPC_URLS }: Config, refuse: Refuse): void {
  const isPlain = (url: string) => !isLocal(url) && !url.startsWith('https:');
  const owners = [RPC_URL, ...WITNESS_RPC_URLS].map((url) => getDomain(url) ?? new URL(url).hostname);
  refuse('RPC_URL', 'is a node of this machine', isLocal(RPC_URL));
  refuse('RPC_URL', 'must be https', isPlain(RPC_URL));
  const isWitnessLocal = WITNESS_RPC_URLS.some(isLocal);
  refuse('WITNESS_RPC_URLS', 'names a node of this machine', isWitnessLocal);
  if (isWitnessLocal) return;
  refuse('WITNESS_RPC_URLS', 'must be https', WITNESS_RPC_URLS.some(isPlain));
  refuse(
    'WITNESS_RPC_URLS',
    `must name at least ${LEAST_WITNESSES} nodes of other domains than RPC_URL and each other`,
    WITNESS_RPC_URLS.length < LEAST_WITNESSES || new Set(owners).size < owners.length,
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

function checkExchange({ EXCHANGE_URL, EXCHANGE_KEY }: Config, process: ProcessName, refuse: Refuse): void {
  refuse('EXCHANGE_URL', 'is of this machine', EXCHANGE_URL !== undefined && isLocal(EXCHANGE_URL));
  refuse('EXCHANGE_URL', 'must be https', EXCHANGE_URL !== undefined && !EXCHANGE_URL.startsWith('https:'));
  refuse('EXCHANGE_KEY', 'is a publicly known development key', EXCHANGE_KEY?.startsWith('development') === true);
  refuse(
    'EXCHANGE_KEY',
    `is for the worker alone; the ${process} must not hold it`,
    process !== 'worker' && EXCHANGE_KEY !== undefined,
  );
}

function checkPush(config: Config, process: ProcessName, refuse: Refuse): void {
  const { VAPID_PRIVATE_KEY: key, VAPID_PUBLIC_KEY, VAPID_CONTACT, PUSH_HOSTS } = config;
  refuse(
    'PUSH_HOSTS',
    'names this machine',
    PUSH_HOSTS.some((host) => isLocal(`https://${host.replace('*.', '')}`)),
  );
  if (key === undefined) return;
  const isKnown = isDevelopmentKey(`0x${Buffer.from(key, 'base64url').toString('hex')}`);
  refuse('VAPID_PRIVATE_KEY', 'is a publicly known development key', isKnown);
  refuse('VAPID_PRIVATE_KEY', `is for the worker alone; the ${process} must not hold it`, process !== 'worker');
  refuse('VAPID_PUBLIC_KEY', 'is missing', VAPID_PUBLIC_KEY === undefined);
  refuse('VAPID_CONTACT', 'is missing', VAPID_CONTACT === undefined);
}

/** TLS needs no check here: a server of another machine gets nothing without it. */
function checkMail({ SMTP_URL, MAIL_FROM, PAGE_ORIGIN }: Config, process: ProcessName, refuse: Refuse): void {
  // Without it addresses would be taken, and nothing sent.
  refuse('SMTP_URL', 'is missing', process === 'worker' && MAIL_FROM !== undefined && SMTP_URL === undefined);
  if (SMTP_URL === undefined) return;
  refuse('SMTP_URL', `is for the worker alone; the ${process} must not hold it`, process !== 'worker');
  refuse('MAIL_FROM', 'is missing', MAIL_FROM === undefined);
  refuse('PAGE_ORIGIN', 'is missing', PAGE_ORIGIN === undefined);
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

function checkAuditor(config: Config, process: ProcessName, refuse: Refuse): void {
  for (const setting of ['GUARD_KEY', 'AUDITOR_KEY'] as const) {
    const key = config[setting];
    if (key === undefined) continue;
    refuse(setting, 'is a publicly known development key', isDevelopmentKey(key));
    refuse(setting, `is for the auditor alone; the ${process} must not hold it`, process !== 'auditor');
  }
  // What another machine's visitors see is to be downloaded, past every proxy.
  refuse('PAGE_ORIGIN', 'is of this machine', process === 'auditor' && isLocal(config.PAGE_ORIGIN ?? 'https://none'));
  // The guard's account signs transactions, and may veto the auditor's successor.
  refuse(
    'AUDITOR_KEY',
    'must not be the guard’s key',
    config.AUDITOR_KEY !== undefined && config.AUDITOR_KEY.toLowerCase() === config.GUARD_KEY?.toLowerCase(),
  );
}

function isLocal(url: string): boolean {
  return LOCAL_HOST.test(new URL(url).hostname);
}
