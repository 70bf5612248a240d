// npm run build: builds the page and the operators' console for production. The server needs no build.
// npm run build -- archive: also packs one archive with all that a machine needs: docs/operating/releases.md.
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildConsole, buildPage } from '../devnet/build-apps.ts';

const ROOT = join(import.meta.dirname, '..');
const say = (line: string) => console.log(line);
const [asked] = process.argv.slice(2);
if (asked !== undefined && asked !== 'archive') end(`no such build: ${asked}; there is archive`);
const missing = ['VITE_VAULT', 'VITE_FMC', 'VITE_ROUTER', 'PROOF_ANCHORS'].filter(
  (name) => (process.env[name] ?? '') === '',
);
if (missing.length > 0) {
  end(`${missing.join(', ')} not set. A page for production names its contracts: docs/page.md`);
}
if (process.env['VITE_WC_PROJECT_ID'] === undefined) {
  end('VITE_WC_PROJECT_ID not set. Without it wallets on phones cannot connect; set it to nothing to build so.');
}
say(`The page was built in ${await buildPage(say)}`);
say(`The console was built in ${await buildConsole(say)}`);
if (asked === 'archive') await buildArchive();

async function buildArchive(): Promise<void> {
  const [{ assemble, writeChecksums }, { pack, readCommit }, { buildVerifier }, { buildExitPage }] = await Promise.all([
    import('./release/assemble.ts'),
    import('./release/pack.ts'),
    import('./release/build-verifier.ts'),
    import('./release/build-exit-page.ts'),
  ]);
  const { version }: { version: string } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const release = { version, ...readCommit(ROOT) };
  const name = `city-mint-${version}-${release.commit.slice(0, 12)}-${process.platform}-${process.arch}`;
  const output = join(ROOT, '.data', 'release');
  const target = join(output, name);
  mkdirSync(output, { recursive: true });
  assemble({ root: ROOT, target, release, settings: buildSettings() });
  await buildVerifier(target);
  await buildExitPage(join(target, 'exit'));
  writeChecksums(target);
  const archive = `${target}.tar.zst`;
  const hash = await pack({ folder: target, archive, time: release.time });
  say(`${archive}: ${statSync(archive).size} bytes, sha256 ${hash}`);
}

/** The variables that the builds of page and console contain. */
function buildSettings(): Record<string, string> {
  const given = Object.entries(process.env).filter(([name]) => /^(VITE|PROOF)_/.test(name));
  return Object.fromEntries(given.sort().map(([name, value]) => [name, value ?? '']));
}

function end(problem: string): never {
  console.error(problem);
  process.exit(2);
}
