import { toHex } from '@city-mint/domain/proof/to-hex';
import { MINUTE_MS } from '@city-mint/domain/time/durations';
import { Disagreement, Unverified } from '../disagreement.ts';
import { sha256 } from '../hashes.ts';
import { findForeignScript } from './find-foreign-script.ts';

/** The page's folder in a release. */
const FOLDER = 'apps/web/dist/';
/** Compressed copies, modules that the server itself runs, and a file that it makes. */
const UNSERVED = /\.(br|gz)$|^server\/|^robots\.txt$/;
/** Documents, which the server fills with the first answers; their names are language and screen. */
const DOCUMENT = /^pages\/[\w-]+(\/.+)\.html$/;
/** The document that the server fills with nothing. */
const SHELL = { name: 'index.html', path: '/shell' };
const CONCURRENT = 8;

/**
 * Compares the page that a server sends with a release, by the text of its SHA256SUMS: every file, and the scripts of
 * every screen's document. Returns lines that say how many. Throws a Disagreement that names what differs, an
 * Unverified for what cannot be fetched, and a TypeError for a list without the page.
 */
export async function verifyPage(sums: string, from: string): Promise<string[]> {
  const hashes = parseSums(sums);
  const files = [...hashes.keys()].filter((name) => !DOCUMENT.test(name));
  if (!hashes.has(SHELL.name)) throw new TypeError(`the list has no ${FOLDER}${SHELL.name}`);
  const pathOf = (name: string) => (name === SHELL.name ? SHELL.path : `/${name}`);
  const differing = await filterAsync(files, async (name) => {
    const { bytes } = await read(new URL(pathOf(name), from));
    return toHex(sha256(bytes)) !== `0x${hashes.get(name)}`;
  });
  if (differing.length > 0) throw new Disagreement(`${from}: ${listed(differing.map(pathOf))}: not the release's file`);
  const screens = [...new Set(['/', ...[...hashes.keys()].map((name) => DOCUMENT.exec(name)?.[1] ?? '/')])];
  const served = new Set(files.map((name) => `/${name}`));
  for (const screen of screens) {
    const { bytes, policy } = await read(new URL(screen, from));
    const foreign = findForeignScript(new TextDecoder().decode(bytes), { policy, files: served });
    if (foreign !== undefined) throw new Disagreement(`${from}${screen}: ${foreign}`);
  }
  return [
    `agrees: ${files.length} files of the page are those of the release`,
    `agrees: the documents of ${screens.length} screens run its scripts and no other`,
    'a server can send someone else another page: repeat it from the network that you use',
  ];
}

/** Returns the hashes of the page's served files and documents by their names in its folder. */
function parseSums(sums: string): ReadonlyMap<string, string> {
  const hashes = new Map<string, string>();
  for (const line of sums.split('\n')) {
    const [, hash = '', path = ''] = /^([0-9a-f]{64}) [ *](?:\.\/)?(.+)$/.exec(line) ?? [];
    if (!path.startsWith(FOLDER)) continue;
    const name = path.slice(FOLDER.length);
    if (!UNSERVED.test(name)) hashes.set(name, hash);
  }
  return hashes;
}

async function read(url: URL): Promise<{ readonly bytes: Uint8Array; readonly policy: string }> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(MINUTE_MS) });
  if (!response.ok) throw new Unverified(`${url.href}: status ${response.status}`);
  const policy = response.headers.get('content-security-policy') ?? '';
  return { bytes: new Uint8Array(await response.arrayBuffer()), policy };
}

async function filterAsync(names: readonly string[], test: (name: string) => Promise<boolean>): Promise<string[]> {
  const found: string[] = [];
  const waiting = [...names];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) if (await test(name)) found.push(name);
  };
  await Promise.all(Array.from({ length: CONCURRENT }, work));
  return found.sort();
}

const MOST_NAMED = 3;

function listed(paths: readonly string[]): string {
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
  return paths.slice(0, MOST_NAMED).join(', ') + more;
}
