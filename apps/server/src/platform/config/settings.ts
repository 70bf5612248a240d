import { readEmail } from '@city-mint/api-contract/mail/read-email';
import { readAddress } from '@city-mint/api-contract/read-address';
import ipaddr from 'ipaddr.js';
import { type Address, type Hex, zeroAddress } from 'viem';
import { z } from 'zod';

const { isValid, isValidCIDR } = ipaddr;

/** The process that reads the configuration; only the worker signs vouchers, only the auditor pauses the vault. */
export type ProcessName = 'api' | 'ops' | 'operator' | 'worker' | 'indexer' | 'auditor' | 'verifier';

const url = (protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be a URL of ${protocols.join(' or ')}`,
  });

/** Returns the addresses in their EIP-55 form, or null if one is none. */
function readAddresses(texts: readonly string[]): Address[] | null {
  const read = texts.map(readAddress);
  const addresses = read.flatMap((entry) => ('address' in entry ? [entry.address] : []));
  return addresses.length === texts.length ? addresses : null;
}

const contract = z
  .string()
  .refine((text) => readAddresses([text]) !== null, {
    error: 'must be an address, in letters of one case or with its checksum',
  })
  .refine((text) => !/^0x0{40}$/i.test(text), { error: 'must not be the zero address' })
  .transform((text) => readAddresses([text])?.[0] ?? zeroAddress);

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((value) => value >= from && value <= to, { error: `must be a whole number from ${from} to ${to}` });

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);

const nodeUrls = list
  .refine((urls) => urls.every((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)), {
    error: 'must be URLs of http: or https:, separated by commas',
  })
  .default([]);

const isPrivateKey = (text: string): text is Hex => /^0x[0-9a-fA-F]{64}$/.test(text);

/** The operator of the system on a developer's machine; participants cannot have accepted it in production. */
export const DEVELOPMENT_OPERATOR = { name: 'City Mint (development)', contact: 'operator@localhost' } as const;

/** Every setting a process may read, by the name of its environment variable. */
export const settings = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], { error: 'must be production, development or test' })
    .default('development'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], { error: 'must be a level of pino' })
    .default('info'),
  /** Collector of traces (OTLP over HTTP), the base of its paths; none = no tracing. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:']).optional(),
  /** Share of the traces that are recorded. */
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'must be a share from 0 to 1')
    .transform(Number)
    .default(1),
  DATABASE_URL: url(['postgres:', 'postgresql:']),
  /** The same login and database past a pooler of transactions, for listening; none = DATABASE_URL. */
  DATABASE_DIRECT_URL: url(['postgres:', 'postgresql:']).optional(),
  /** Each database of the cluster, past poolers: an api reads from those that are standbys at the moment. */
  READ_DATABASE_URLS: list
    .refine((urls) => urls.every((text) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)), {
      error: 'must be URLs of postgres:, separated by commas',
    })
    .default([]),
  /** File that remembers the newest database between starts; none = as long as the process runs. */
  DATABASE_POSITION_FILE: z.string().min(1, 'must not be empty').optional(),
  /** Maximum number of connections of one process. */
  DATABASE_CONNECTIONS: wholeNumber(1, 500).default(10),
  RPC_URL: url(['http:', 'https:']),
  /** Further nodes of the same chain, of other providers: only answers of more than half of all nodes are trusted. */
  WITNESS_RPC_URLS: nodeUrls,
  /** The first block that the indexer reads: no earlier one can contain an event of the vault. */
  START_BLOCK: wholeNumber(0, 999_999_999).default(0),
  /** The node of the page's wallet library, if it is not RPC_URL; only its origin matters here. */
  PUBLIC_RPC_URL: url(['http:', 'https:']).optional(),
  /** The nodes that the page asks for anchored roots beside that one: the build's PROOF_WITNESS_URLS. */
  PUBLIC_WITNESS_RPC_URLS: nodeUrls,
  /** The relay between the page and wallets on other devices, as configured in the page's build. */
  WALLETCONNECT_RELAY_URL: url(['ws:', 'wss:']).default('wss://relay.walletconnect.org'),
  CHAIN_ID: z
    .string()
    .refine((text) => ['210000', '202599', '999997'].includes(text), { error: 'must be 210000, 202599 or 999997' })
    .transform(Number),
  VAULT_ADDRESS: contract,
  FMC_ADDRESS: contract,
  ANCHORS_ADDRESS: contract,
  ROUTER_ADDRESS: contract,
  FACTORY_ADDRESS: contract,
  WRAPPED_NATIVE_ADDRESS: contract,
  /** Blocks on top of a final one, for nodes that do not report finality themselves. */
  FINALITY_CONFIRMATIONS: wholeNumber(1, 10_000).default(64),
  VOUCHER_SIGNER_KEY: z.string().refine(isPrivateKey, { error: 'must be 0x and 64 hex digits' }).optional(),
  /**
   * Key of the account that writes roots into the contract Anchors; only for the worker. Without it roots are queued
   * and not anchored.
   */
  SCRIBE_KEY: z.string().refine(isPrivateKey, { error: 'must be 0x and 64 hex digits' }).optional(),
  /** Key whose signature the vault wants beside the voucher signer's; only for the auditor. */
  AUDITOR_KEY: z.string().refine(isPrivateKey, { error: 'must be 0x and 64 hex digits' }).optional(),
  /** Key of the account that can only pause the vault; only for the auditor. */
  GUARD_KEY: z.string().refine(isPrivateKey, { error: 'must be 0x and 64 hex digits' }).optional(),
  /** Folder of these trees on the auditor's own machine; required by the auditor. */
  TREES_FOLDER: z.string().min(1, 'must not be empty').optional(),
  /** Maximum price that this account pays for a unit of gas, in billionths of a JU; above it roots wait. */
  SCRIBE_MAX_GAS_PRICE: wholeNumber(1, 999_999_999).default(100),
  /**
   * The external exchange that receives grants of hash power, and the key that both sides sign with; without them
   * grants wait.
   */
  EXCHANGE_URL: url(['http:', 'https:']).optional(),
  EXCHANGE_KEY: z.string().min(32, 'must have 32 characters or more').optional(),
  /**
   * Key pair of web push (base64url) and the address at which push services reach the operator; without them no notice
   * is sent. The private key is for the worker only.
   */
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{87}$/, 'must be 87 characters of base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'must be 43 characters of base64url')
    .optional(),
  VAPID_CONTACT: url(['mailto:', 'https:']).optional(),
  /** Hosts of push services that notices may be sent to. */
  PUSH_HOSTS: list
    .refine((hosts) => hosts.every((host) => isOrigin(`https://${host.replace(/^\*\./, '')}`)), {
      error: 'must be hosts like push.example or *.push.example, separated by commas',
    })
    .default([
      ...['fcm.googleapis.com', 'updates.push.services.mozilla.com'],
      ...['*.push.apple.com', '*.notify.windows.com'],
    ]),
  /**
   * The server that accepts mails, with login, and their sender; without them no mail is sent. The URL is only for the
   * worker.
   */
  SMTP_URL: url(['smtp:', 'smtps:'])
    .refine((text) => isMailServer(text), { error: 'must be like smtps://user:password@mail.example:465' })
    .optional(),
  MAIL_FROM: z
    .string()
    .refine((text) => readEmail(text) === text, { error: 'must be an address like notices@mint.example' })
    .optional(),
  HOST: z.string().min(1, 'must not be empty').default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  /** Other origins whose pages may read the API; none = only the API's own origin. */
  PUBLIC_ORIGINS: list
    .refine((origins) => origins.every(isOrigin), {
      error: 'must be origins like https://mint.example, separated by commas',
    })
    .default([]),
  /** Hosts (with port unless it is the default one) that a sign-in text may name. */
  SIGN_IN_DOMAINS: list
    .refine((hosts) => hosts.length > 0 && hosts.every((host) => isOrigin(`https://${host}`)), {
      error: 'must be hosts like mint.example, separated by commas',
    })
    .default(['localhost:3000', '127.0.0.1:3000']),
  /** Networks (CIDR) of the proxies whose X-Forwarded-For is trusted; none = no proxy is trusted. */
  TRUSTED_PROXIES: list
    .refine((networks) => networks.every((text) => (text.includes('/') ? isValidCIDR(text) : isValid(text))), {
      error: 'must be addresses or networks like 10.0.0.0/8, separated by commas',
    })
    .default([]),
  /**
   * Header in which a trusted proxy writes the caller's country (ISO 3166-1 alpha-2); none = the country is unknown.
   */
  REGION_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the name of a header')
    .optional(),
  /** Folder of the built page, served by the API; none = the page is served elsewhere. */
  WEB_DIST: z.string().min(1, 'must not be empty').optional(),
  /** Folder of the built console, served by the operators' process; none = the console is served elsewhere. */
  CONSOLE_DIST: z.string().min(1, 'must not be empty').optional(),
  /**
   * The origin of the participants' page: for links from the console (none = no links) and from mails, and where the
   * auditor downloads each tree of liabilities before it signs its root.
   */
  PAGE_ORIGIN: z.string().refine(isOrigin, { error: 'must be an origin like https://mint.example' }).optional(),
  /** Maximum number of calls per address and minute, over all routes; 0 = no limit. */
  RATE_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000).default(3_000),
  /**
   * Maximum number of calls per route, wallet and minute, by the class of the route; 0 = no limit. An address has ten
   * times as many.
   */
  READ_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000).default(240),
  WRITE_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000).default(60),
  JOIN_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000).default(60),
  MONEY_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000).default(20),
  HEAVY_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000).default(30),
  /** Maximum number of sign-in texts, and of logins, per address and minute, since no session exists yet. */
  SIGN_IN_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000).default(20),
  /**
   * Maximum number of concurrent connections per address, including live events; 0 = no limit. Trusted proxies have no
   * limit.
   */
  CONNECTIONS_PER_ADDRESS: wholeNumber(0, 1_000_000).default(1_000),
  /**
   * Maximum number of concurrent listeners to the live events of one process; further ones are refused and retry later.
   */
  EVENT_LISTENERS: wholeNumber(0, 1_000_000).default(10_000),
  /** The same for one address. */
  EVENT_LISTENERS_PER_ADDRESS: wholeNumber(0, 1_000_000).default(200),
  /** Port for health and metrics of worker and indexer, on HOST; none = they are not served. */
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  /** The bearer token for reading /metrics; without it production serves no metrics. */
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
  /**
   * Wallets that may sign in as operators besides those that operators added; an operator action that loosens a
   * restriction requires two operators.
   */
  OPERATOR_ADDRESSES: list
    .refine((texts) => readAddresses(texts) !== null, {
      error: 'must be addresses separated by commas, in letters of one case or with their checksums',
    })
    .transform((texts) => readAddresses(texts) ?? [])
    .default([]),
  /** Maximum amount of FMC that a round of a published plan may release per JU of its quota. */
  MINT_PER_JU_MAXIMUM: wholeNumber(1, 1_000_000).default(10),
  /** Hours after which a pause of joins cancels the rounds that it blocks: every principal is returned. */
  PAUSE_CANCELS_AFTER_HOURS: wholeNumber(1, 720).default(24),
  /**
   * File to which the worker appends the heads of the ledger's journal, on a separate disk; none = they are only in the
   * database.
   */
  JOURNAL_HEAD_FILE: z.string().min(1, 'must not be empty').optional(),
  /** The operator of this system, as named in the disclosure. */
  OPERATOR_NAME: z.string().min(1, 'must not be empty').default(DEVELOPMENT_OPERATOR.name),
  OPERATOR_CONTACT: z.string().min(1, 'must not be empty').default(DEVELOPMENT_OPERATOR.contact),
  /** Where vulnerabilities are reported, for /.well-known/security.txt; none = the file is not served. */
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:|https:\/\/)[!-~]+$/, 'must be like mailto:security@mint.example or https://mint.example/report')
    .optional(),
  ALLOW_TEST_CHAIN: z.enum(['yes', 'no'], { error: 'must be yes or no' }).default('no'),
});

/** Whether the text names a host, and nothing beside port and login: options in it could turn encryption off. */
function isMailServer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { hostname, pathname, search, hash, username, password } = new URL(text);
  if (username === '' && password !== '') return false;
  if (!isDecodable(username) || !isDecodable(password)) return false;
  return hostname !== '' && ['', '/'].includes(pathname) && search === '' && hash === '';
}

/** Returns whether each `%` of a part of a URL is written as `%25`. */
function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** A checked configuration. */
export type Config = z.output<typeof settings>;

/** A setting that cannot be used, and why; never contains the value itself. */
export type SettingProblem = { readonly setting: string; readonly problem: string };

/** Returns whether the text is exactly an http or https origin: no path, no user, no upper case, no default port. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && origin === text;
}
