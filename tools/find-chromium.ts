import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/** Launch options of the browser; all three are required. */
export type Chromium = { executablePath: string; args: string[]; env: Record<string, string> };

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const MAC_PATH = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

const QUIET_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Returns how to launch Chromium: the one at CHROMIUM_PATH, else the system's, else the one from npm, which the first
 * call unpacks. The arguments turn off its calls to other hosts.
 */
export async function findChromium(): Promise<Chromium> {
  const system = findOnSystem(environment());
  if (system !== undefined) return { executablePath: system, args: QUIET_ARGS, env: environment() };
  return unpackFromNpm();
}

/** Returns the first executable of CHROMIUM_PATH, the names in the folders of PATH, and Chrome's place on a Mac. */
export function findOnSystem(env: Readonly<Record<string, string>>): string | undefined {
  const { CHROMIUM_PATH, PATH = '' } = env;
  const onPath = NAMES.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)));
  return [...(CHROMIUM_PATH === undefined ? [] : [CHROMIUM_PATH]), ...onPath, MAC_PATH].find(isExecutable);
}

/**
 * The package is made for AWS Lambda: with a variable of Lambda it unpacks its shared libraries too and returns their
 * path. It unpacks into the folder for temporary files, which may contain another user's copy, so it gets a separate
 * folder. Its arguments are not used, since they disable features that our tests check (such as web security).
 */
async function unpackFromNpm(): Promise<Chromium> {
  const folder = join(import.meta.dirname, '..', '.data', 'chromium');
  const complete = join(folder, 'complete');
  const version = installedVersion();
  const isComplete = existsSync(complete) && readFileSync(complete, 'utf8') === version;
  if (!isComplete) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const before = process.env['TMPDIR'];
  Object.assign(process.env, { AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x', TMPDIR: folder });
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    const executablePath = await chromium.executablePath();
    writeFileSync(complete, version);
    const env = { ...environment(), TMPDIR: before ?? '/tmp', FONTCONFIG_FILE: writeFontSettings(folder) };
    return { executablePath, args: QUIET_ARGS, env };
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

/** The version of the package, whose files lie beside its module: it does not export its own description. */
function installedVersion(): string {
  const module = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const description = readFileSync(join(dirname(module), '..', 'package.json'), 'utf8');
  return String(JSON.parse(description).version);
}

/** Returns the path of new font settings; the package's own refer to a folder in /tmp, where its fonts are not. */
function writeFontSettings(folder: string): string {
  const path = join(folder, 'fonts.conf');
  writeFileSync(
    path,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>\n`,
  );
  return path;
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
