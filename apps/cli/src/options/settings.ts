import { readAddress } from '@city-mint/api-contract/read-address';
import type { CommandLineTexts } from '@city-mint/texts/command-line-texts';
import { commandLine as en } from '@city-mint/texts/en/command-line';
import { commandLine as zh } from '@city-mint/texts/zh/command-line';
import { type Command, Option } from 'commander';
import type { Address } from 'viem';
import { type CommandError, usageError } from '../exit-codes.ts';

/** Server, signer and output of the commands. */
export type Settings = {
  readonly opsUrl: string | null;
  readonly apiUrl: string | null;
  /** The domain of SIGN_IN_DOMAINS that sign-ins name; by default that of --ops-url. */
  readonly domain: string | null;
  /** The chain that a sign-in must name; null for the server's, which is shown before signing. */
  readonly chainId: number | null;
  /** The vault of the system to sign for: no server is asked for it. */
  readonly vault: Address | null;
  readonly keyFile: string | null;
  readonly passwordFile: string | null;
  readonly signerUrl: string | null;
  readonly account: Address | null;
  readonly lang: 'zh' | 'en';
  readonly json: boolean;
  readonly yes: boolean;
  readonly quiet: boolean;
  /** Milliseconds until a call counts as unanswered. */
  readonly timeoutMs: number;
  readonly texts: CommandLineTexts;
};

const SECONDS = 20;
/** A signature is valid for ten minutes. */
const MOST_SECONDS = 600;

type Common = { readonly flags: string; readonly what: string; readonly variable?: string };

/** Options of every command; each may also be given before the command's name. */
export const COMMON_OPTIONS: readonly Common[] = [
  { flags: '--ops-url <url>', what: 'where the calls of operators are answered', variable: 'FMC_OPS_URL' },
  { flags: '--api-url <url>', what: 'where the public log is read', variable: 'FMC_API_URL' },
  { flags: '--domain <host>', what: 'domain of the sign-in; that of --ops-url unless set', variable: 'FMC_DOMAIN' },
  { flags: '--chain-id <number>', what: 'the only chain to sign for', variable: 'FMC_CHAIN_ID' },
  { flags: '--vault <address>', what: 'vault of the system to sign for', variable: 'FMC_VAULT' },
  { flags: '--key-file <path>', what: 'private key in hex, or an encrypted keystore', variable: 'FMC_KEY_FILE' },
  {
    flags: '--password-file <path>',
    what: 'password of the keystore; asked for unless set',
    variable: 'FMC_PASSWORD_FILE',
  },
  {
    flags: '--signer-url <url>',
    what: 'JSON-RPC of a wallet that signs in place of a key file',
    variable: 'FMC_SIGNER_URL',
  },
  { flags: '--account <address>', what: 'account of that wallet, or whose session is used', variable: 'FMC_ACCOUNT' },
  { flags: '--lang <lang>', what: 'language of answers: zh or en', variable: 'FMC_LANG' },
  { flags: '--timeout <seconds>', what: `time for an answer; ${SECONDS} unless set`, variable: 'FMC_TIMEOUT' },
  { flags: '--json', what: 'one JSON document on standard output' },
  { flags: '--yes', what: 'sign without asking' },
  { flags: '--quiet', what: 'print errors only, and with --json the document; the exit code says the rest' },
];

/** Adds the common options except those that the command defines itself; returns the command. */
export function addCommonOptions(command: Command): Command {
  for (const { flags, what, variable } of COMMON_OPTIONS) {
    const option = new Option(flags, variable === undefined ? what : `${what} (${variable})`);
    if (command.options.every(({ long }) => long !== option.long))
      command.addOption(option.helpGroup('Common options:'));
  }
  return command;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the settings of a command: its options first, then those before its name, then the environment. `own` has the
 * names of options that are fields of the command's request instead. Throws for an invalid value.
 */
export function readSettings(
  command: Command,
  env: Readonly<Record<string, string | undefined>>,
  own: readonly string[] = [],
): Settings {
  const local: Values = command.opts();
  const before: Values = rootOf(command).opts();
  const value = (name: string, variable: string): string | null => {
    const found = (own.includes(name) ? undefined : local[name]) ?? before[name] ?? env[variable];
    return typeof found === 'string' && found !== '' ? found : null;
  };
  const isSet = (name: string) => local[name] === true || before[name] === true;
  const lang = langOf(value('lang', 'FMC_LANG'), env);
  const texts = lang === 'zh' ? zh : en;
  const check = { texts };
  return {
    opsUrl: readOptionalUrl(value('opsUrl', 'FMC_OPS_URL'), '--ops-url', check),
    apiUrl: readOptionalUrl(value('apiUrl', 'FMC_API_URL'), '--api-url', check),
    domain: value('domain', 'FMC_DOMAIN'),
    chainId: readNumber(value('chainId', 'FMC_CHAIN_ID'), '--chain-id', { texts, most: 999_999_999 }),
    vault: readAccount(value('vault', 'FMC_VAULT'), '--vault', texts),
    keyFile: value('keyFile', 'FMC_KEY_FILE'),
    passwordFile: value('passwordFile', 'FMC_PASSWORD_FILE'),
    signerUrl: readOptionalUrl(value('signerUrl', 'FMC_SIGNER_URL'), '--signer-url', { texts, path: true }),
    account: readAccount(value('account', 'FMC_ACCOUNT'), '--account', texts),
    lang,
    json: isSet('json'),
    yes: isSet('yes'),
    quiet: isSet('quiet'),
    timeoutMs:
      1_000 * (readNumber(value('timeout', 'FMC_TIMEOUT'), '--timeout', { texts, most: MOST_SECONDS }) ?? SECONDS),
    texts,
  };
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}

function langOf(asked: string | null, env: Readonly<Record<string, string | undefined>>): 'zh' | 'en' {
  if (asked === 'zh' || asked === 'en') return asked;
  if (asked !== null) throw usageError('--lang: zh, en');
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return /^zh/i.test(locale) ? 'zh' : 'en';
}

type UrlReading = { readonly texts: CommandLineTexts; readonly path?: boolean };

function readOptionalUrl(text: string | null, option: string, reading: UrlReading): string | null {
  return text === null ? null : readUrl(text, option, reading);
}

/**
 * Returns the URL of an option, its path only if `path` is set, as of a wallet or a node. Throws a usage error for any
 * that is not HTTPS: it carries tokens, signatures or figures that are trusted. Hosts without a name may be HTTP.
 */
export function readUrl(text: string, option: string, { texts, path = false }: UrlReading): string {
  if (!URL.canParse(text)) throw usageError(texts.notAnUrl(option));
  const { protocol, hostname, origin, href } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') throw usageError(texts.notAnUrl(option));
  if (protocol === 'http:' && !/^(localhost|\d{1,3}(\.\d{1,3}){3}|\[::1\])$/.test(hostname)) {
    throw usageError(texts.notSecure(option));
  }
  return path ? href : origin;
}

function readNumber(
  text: string | null,
  option: string,
  { texts, most }: { readonly texts: CommandLineTexts; readonly most: number },
): number | null {
  if (text === null) return null;
  if (!/^[1-9]\d{0,8}$/.test(text) || Number(text) > most) throw usageError(texts.notANumber(option, most));
  return Number(text);
}

function readAccount(text: string | null, option: string, texts: CommandLineTexts): Address | null {
  if (text === null) return null;
  const read = readAddress(text);
  if ('problem' in read) throw usageError(texts.notAnAddress(option));
  return read.address;
}

/** Returns the error for a missing setting. */
export function missingSetting({ texts }: Settings, option: string): CommandError {
  const variable = COMMON_OPTIONS.find(({ flags }) => flags.startsWith(`${option} `))?.variable ?? '';
  return usageError(texts.missing(option, variable));
}
