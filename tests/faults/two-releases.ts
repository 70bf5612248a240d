import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pickPort } from '@city-mint/devnet/ports';
import { waitUntil } from '@city-mint/devnet/wait-until';

const CONFIGURATION = join(import.meta.dirname, '..', '..', 'deploy', 'nginx', 'city-mint.conf');
const NGINX = '/usr/sbin/nginx';
const START_MS = 20_000;

/** Whether this machine has nginx. */
export const HAS_NGINX = spawnSync(NGINX, ['-v']).status === 0;

/** A built page: its folder, its first script, and a part of it that a screen loads later. */
export type Release = { readonly dist: string; readonly entry: string; readonly part: string };

/** Writes a page whose files have hashes of its name, as a build does; returns it. */
export function buildRelease(folder: string, name: string): Release {
  const dist = join(folder, name);
  mkdirSync(join(dist, 'assets'), { recursive: true });
  const write = (kind: string, text: string) => {
    const path = `/assets/${kind}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.js`;
    writeFileSync(join(dist, path), text);
    return path;
  };
  const part = write('part', `export const of = '${name}';`);
  const entry = write('main', `import('${part}');`);
  writeFileSync(join(dist, 'index.html'), `<!doctype html><script type="module" crossorigin src="${entry}"></script>`);
  return { dist, entry, part };
}

/** Copies a release's files over those of the releases before it, as the operators do. */
export function copyAssets({ dist }: Release, root: string): void {
  cpSync(join(dist, 'assets'), join(root, 'assets'), { recursive: true });
}

/**
 * Starts nginx with the example's configuration in front of two apis; `root` has the folder `assets`. Differences are
 * its name, ports and folders, no TLS, no module for Brotli, which Debian packs separately, and a hash by token, since
 * all callers have one address. Returns its URL.
 */
export async function startNginx(folder: string, { apis, root }: { readonly apis: readonly string[]; root: string }) {
  const [{ port }, { port: plain }] = await Promise.all([pickPort(), pickPort()]);
  const [first = '', second = ''] = apis;
  const servers = readFileSync(CONFIGURATION, 'utf8')
    .replaceAll('10.0.0.1:3000', new URL(first).host)
    .replaceAll('10.0.0.2:3000', new URL(second).host)
    .replace('hash $remote_addr', () => 'hash $http_authorization')
    .replaceAll(/^.*(\[::\]|brotli_static|ssl_).*\n/gm, '')
    .replaceAll('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replaceAll('listen 80 ', `listen 127.0.0.1:${plain} `)
    .replaceAll('server_name mint.example;', 'server_name localhost;')
    .replaceAll('root /srv/city-mint;', `root ${root};`);
  if (!servers.includes('hash $http_authorization')) throw new Error('the example does not hash by address');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`);
  const http = `access_log off; types { text/javascript js; } ${paths.join(' ')}\n${servers}`;
  const file = join(folder, 'nginx.conf');
  const log = join(folder, 'error.log');
  const settings = `daemon off; user root; worker_processes 2; pid ${folder}/nginx.pid; error_log ${log};`;
  writeFileSync(file, `${settings} events { worker_connections 2048; }\nhttp {\n${http}\n}\n`);
  const child = spawn(NGINX, ['-e', log, '-c', file], { stdio: 'inherit' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://localhost:${port}`;
  if (!(await waitUntil(() => isAnswering(url), START_MS))) throw new Error(readFileSync(log, 'utf8'));
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const isAnswering = (url: string) =>
  fetch(`${url}/health`).then(
    ({ status }) => status === 404,
    () => false,
  );

/** Loads the page as browsers do, again and again, with a part of it that an open page loads later. */
export function startVisitors(url: string, { open, count }: { readonly open: Release; readonly count: number }) {
  const [entries, missing] = [new Set<string>(), [] as string[]];
  let [isEnding, loads] = [false, 0];
  const get = async (path: string) => {
    // Each visit is of another reader.
    const answer = await fetch(url + path, { headers: { authorization: crypto.randomUUID() } });
    if (!answer.ok) missing.push(path);
    return answer.text();
  };
  const visit = async () => {
    while (!isEnding) {
      const entry = /src="([^"]+)"/.exec(await get('/'))?.[1] ?? 'none';
      const part = /import\('([^']+)'\)/.exec(await get(entry))?.[1];
      if (part !== undefined) await get(part);
      await get(open.part);
      entries.add(entry);
      loads += 1;
    }
  };
  const visits = Array.from({ length: count }, visit);
  return {
    /** The first scripts of the documents so far, and the paths that were not found. */
    entries,
    missing,
    loads: () => loads,
    async settle() {
      isEnding = true;
      await Promise.all(visits);
    },
  };
}
