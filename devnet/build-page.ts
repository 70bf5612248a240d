import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractAddresses } from '@city-mint/chain-contract/addresses';

const ROOT = join(import.meta.dirname, '..');
const PAGE = join(ROOT, 'apps', 'web');
const DIST = join(PAGE, 'dist');

const SOURCES = [
  'apps/web/{src,public,build}/**/*',
  'apps/web/{index.html,package.json,vite.config.ts}',
  'packages/*/src/**/*.ts',
  'package-lock.json',
];

/** A relay of this machine asks for no registered project. */
const LOCAL_PROJECT = 'local';

/** Settings of a build. Those left out come from VITE_ variables of the environment, else from the page's defaults. */
export type PageSettings = {
  readonly chainId?: number;
  /** RPC URL of the node as a browser reaches it. */
  readonly rpcUrl?: string;
  /** The contracts of the build; without them the page uses those that the API names. */
  readonly contracts?: Pick<ContractAddresses, 'vault' | 'fmc' | 'router'>;
  /** WalletConnect's relay; without it the build has no WalletConnect. */
  readonly relayUrl?: string;
  /** Whether the page brings the demo wallet, for a chain of this machine alone; false by default. */
  readonly demoWallet?: boolean;
  /** Output folder; apps/web/dist by default. */
  readonly folder?: string;
};

/** Builds the page, unless the folder holds a build of these sources and settings. Returns the folder to be served. */
export function buildPage(say: (line: string) => void, settings: PageSettings = {}): string {
  const folder = settings.folder ?? DIST;
  const fingerprintFile = join(folder, '.sources');
  const variables = viteVariables(settings);
  // The page's code tells a local build by its mode.
  const mode = settings.demoWallet === true ? 'devnet' : 'production';
  const sources = hashSources({ ...variables, mode });
  if (existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === sources) return folder;
  say('Building the page …');
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const built = spawnSync(process.execPath, [vite, 'build', '--mode', mode, '--logLevel', 'warn', '--outDir', folder], {
    cwd: PAGE,
    encoding: 'utf8',
    env: { ...process.env, ...variables },
  });
  if (built.status !== 0) throw new Error(`Building the page failed:\n${built.stdout}${built.stderr}`);
  writeFileSync(fingerprintFile, sources);
  return folder;
}

function viteVariables({ chainId, rpcUrl, contracts, relayUrl }: PageSettings): Record<string, string> {
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith('VITE_') && value !== undefined ? [[name, value] as const] : [],
  );
  return {
    ...Object.fromEntries(inherited),
    ...(chainId === undefined ? {} : { VITE_CHAIN_ID: String(chainId) }),
    ...(rpcUrl === undefined ? {} : { VITE_RPC_URL: rpcUrl }),
    ...(relayUrl === undefined ? {} : { VITE_WC_PROJECT_ID: LOCAL_PROJECT, VITE_WC_RELAY: relayUrl }),
    ...(contracts === undefined
      ? {}
      : { VITE_VAULT: contracts.vault, VITE_FMC: contracts.fmc, VITE_ROUTER: contracts.router }),
  };
}

function hashSources(variables: Record<string, string>): string {
  const hash = createHash('sha256').update(JSON.stringify(Object.entries(variables).sort()));
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true, exclude: ['**/node_modules/**', '**/*.test.*'] });
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
