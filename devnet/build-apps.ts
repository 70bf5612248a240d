import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ContractAddresses } from '@city-mint/chain-contract/addresses';
import { usesNewerThanFloor } from '../tools/checks/browser-floor.ts';

const ROOT = join(import.meta.dirname, '..');
const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
const OUTPUT_BYTES = 16 * 1024 * 1024;

type Say = (line: string) => void;

/** A local relay needs no registered project. */
const LOCAL_PROJECT = 'local';

/** Settings of a build. Omitted ones come from VITE_ and PROOF_ variables, else from the page's defaults. */
export type PageSettings = {
  readonly chainId?: number;
  /** RPC URL of the node for browsers. */
  readonly rpcUrl?: string;
  /** Contracts of the build; by default the page uses those that the API names. */
  readonly contracts?: Pick<ContractAddresses, 'vault' | 'fmc' | 'router' | 'anchors'>;
  /** Addresses of the operators whose signatures the page believes; by default it names none. */
  readonly operators?: readonly string[];
  /** WalletConnect's relay; without it the build has no WalletConnect. */
  readonly relayUrl?: string;
  /** Whether the page includes the demo wallet, only for a local chain; false by default. */
  readonly demoWallet?: boolean;
  /** Output folder; apps/web/dist by default. */
  readonly folder?: string;
};

/** Builds the page, unless the folder has a build of these sources and settings. Returns the folder to serve. */
export function buildPage(say: Say, settings: PageSettings = {}): Promise<string> {
  const { demoWallet: isLocal = false, folder } = settings;
  return buildApp(say, { app: 'web', name: 'the page', variables: pageVariables(settings), isLocal, folder });
}

/** Returns the environment variables of the page's build. */
export function pageVariables(settings: PageSettings): Record<string, string> {
  const { chainId, rpcUrl, contracts, operators, relayUrl } = settings;
  return {
    ...(operators === undefined ? {} : { PROOF_OPERATORS: operators.join(',') }),
    ...(chainId === undefined ? {} : { VITE_CHAIN_ID: String(chainId) }),
    ...(rpcUrl === undefined ? {} : { VITE_RPC_URL: rpcUrl }),
    ...(relayUrl === undefined ? {} : { VITE_WC_PROJECT_ID: LOCAL_PROJECT, VITE_WC_RELAY: relayUrl }),
    ...(contracts === undefined
      ? {}
      : {
          ...{ VITE_VAULT: contracts.vault, VITE_FMC: contracts.fmc, VITE_ROUTER: contracts.router },
          PROOF_ANCHORS: contracts.anchors,
        }),
  };
}

/** Settings of a build of the operators' console. */
export type ConsoleSettings = {
  readonly chainId?: number;
  /** The vault that operators sign for. */
  readonly vault?: string | undefined;
  /** Private keys of the local system's operators, whose wallets the build then includes; none by default. */
  readonly demoOperators?: readonly string[];
  /** Output folder; apps/console/dist by default. */
  readonly folder?: string;
};

/** Builds the console, unless the folder has a build of these sources and settings. Returns the folder. */
export function buildConsole(say: Say, settings: ConsoleSettings = {}): Promise<string> {
  const { demoOperators = [], folder } = settings;
  const isLocal = demoOperators.length > 0;
  return buildApp(say, { app: 'console', name: 'the console', variables: consoleVariables(settings), isLocal, folder });
}

/** Returns the environment variables of the console's build. */
export function consoleVariables({ chainId, vault, demoOperators = [] }: ConsoleSettings): Record<string, string> {
  return {
    ...(chainId === undefined ? {} : { VITE_CHAIN_ID: String(chainId) }),
    ...(vault === undefined ? {} : { VITE_VAULT: vault }),
    ...(demoOperators.length > 0 ? { VITE_DEMO_OPERATORS: demoOperators.join(',') } : {}),
  };
}

type Build = {
  readonly app: 'web' | 'console';
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
  /** The mode marks a build for the local system. */
  readonly isLocal: boolean;
  readonly folder: string | undefined;
};

async function buildApp(say: Say, { app, name, variables, isLocal, folder }: Build): Promise<string> {
  const root = join(ROOT, 'apps', app);
  const output = folder ?? join(root, 'dist');
  const fingerprintFile = join(output, '.sources');
  const mode = isLocal ? 'devnet' : 'production';
  const env = { ...inheritedVariables(), ...variables };
  const sources = hashSources(app, { ...env, mode });
  if (existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === sources) return output;
  say(`Building ${name} …`);
  await promisify(execFile)(
    process.execPath,
    [VITE, 'build', '--mode', mode, '--logLevel', 'warn', '--outDir', output],
    { cwd: root, encoding: 'utf8', env: { ...process.env, ...env }, maxBuffer: OUTPUT_BYTES },
  ).catch((error: { readonly stdout?: string; readonly stderr?: string }) => {
    throw new Error(`Building ${name} failed:\n${error.stdout}${error.stderr}`);
  });
  const newer = usesNewerThanFloor(output).map(({ path, use }) => `${path}: ${use}`);
  if (newer.length > 0) {
    throw new Error(`${name} would fail in the oldest supported browsers (README.md, Browsers):\n${newer.join('\n')}`);
  }
  writeFileSync(fingerprintFile, sources);
  return output;
}

function inheritedVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      /^(VITE|PROOF)_/.test(name) && value !== undefined ? [[name, value] as const] : [],
    ),
  );
}

function hashSources(app: Build['app'], variables: Record<string, string>): string {
  const hash = createHash('sha256').update(JSON.stringify(Object.entries(variables).sort()));
  const patterns = [
    `apps/${app}/{src,public,build}/**/*`,
    `apps/${app}/{index.html,package.json,vite.config.ts}`,
    'packages/*/{src,build}/**/*.{ts,tsx,css}',
    'package-lock.json',
  ];
  const files = globSync(patterns, { cwd: ROOT, withFileTypes: true, exclude: ['**/node_modules/**', '**/*.test.*'] });
  for (const file of files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()) {
    hash
      .update(`${file.slice(ROOT.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}
