import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { type PageSettings, pageVariables } from '@city-mint/devnet/build-apps';
import { FOLDER, MACHINES, ROOT, tryOut } from './machines.ts';

/** The program of the release that starts all others, inside the machines. */
export const CITY_MINT = '/opt/city-mint/current/bin/city-mint';

/** Step 1 of docs/operating/three-machines.md: `$0` is the archive. */
const UNPACK = `set -eu
cd /opt/city-mint
sha256sum --strict -c "$0.sha256"
tar --zstd -xf "$0"
name=\${0%.tar.zst}
cd "$name" && sha256sum --strict -c --quiet SHA256SUMS
ln -sfn "$name" /opt/city-mint/current`;

/** Step 6, on machines with nginx in front of the page. */
const SERVE_ASSETS =
  'cd /opt/city-mint && install -d /srv/city-mint && cp -r current/apps/web/dist/assets /srv/city-mint/';

/** Builds the archive of this commit for the settings, as docs/operating/releases.md says. Returns its path. */
export async function buildArchive(settings: PageSettings): Promise<string> {
  // The console's variables are among them: chain and vault.
  const own = pageVariables(settings);
  // The trial has no relay.
  const env = { ...process.env, ...own, VITE_WC_PROJECT_ID: '' };
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/build.ts', 'archive'], { cwd: ROOT, env });
  const path = /^(.*\.tar\.zst): \d+ bytes/m.exec(stdout)?.[1];
  if (path === undefined) throw new Error(`the build named no archive:\n${stdout}`);
  return path;
}

/** Installs an archive on each machine by the commands of the handbook. */
export async function installArchive(archive: string): Promise<void> {
  for (const machine of Object.keys(MACHINES)) {
    const target = join(FOLDER, 'machines', machine, 'root/opt/city-mint');
    mkdirSync(target, { recursive: true });
    for (const file of [archive, `${archive}.sha256`]) copyFileSync(file, join(target, basename(file)));
    await tryOut('in', machine, 'sh', '-c', UNPACK, basename(archive));
    if (machine !== 'three') await tryOut('in', machine, 'sh', '-c', SERVE_ASSETS);
  }
}
