import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { unpackBrowser } from './unpack-browser.ts';

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
export function findChromium(): Chromium {
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
 * The package's own function unpacks into the folder for temporary files, which may contain another user's copy, and
 * its arguments disable features that our tests check (such as web security); so only its files are used.
 */
function unpackFromNpm(): Chromium {
  const folder = unpackBrowser(
    { packageName: '@sparticuz/chromium', tars: ['al2023.tar', 'fonts.tar', 'swiftshader.tar'] },
    describeFonts,
  );
  const { LD_LIBRARY_PATH, ...rest } = environment();
  const libraries = [join(folder, 'lib'), LD_LIBRARY_PATH].filter((path) => path !== undefined).join(delimiter);
  const env = { ...rest, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  return { executablePath: join(folder, 'chromium'), args: QUIET_ARGS, env };
}

/** Returns font settings with the package's fonts; its own refer to a folder in /tmp. */
export function describeFonts(folder: string): string {
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>\n`;
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
