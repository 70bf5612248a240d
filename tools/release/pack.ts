import { execFileSync, spawn } from 'node:child_process';
import { createWriteStream, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { sha256 } from './assemble.ts';

const LEVEL = 9;
/** 64 MiB, so that files of different folders are compressed together; every `zstd` unpacks it. */
const WINDOW_LOG = 26;

/**
 * Packs a folder with GNU tar and zstd; the archive of the same files is always the same. Each file
 * gets the time of the release: browsers tell documents of two releases apart by it. Writes the archive's hash next to
 * it and returns that.
 */
export async function pack({
  folder,
  archive,
  time,
}: {
  readonly folder: string;
  readonly archive: string;
  readonly time: Date;
}): Promise<string> {
  const tar = spawn(
    'tar',
    [
      ...['--create', '--sort=name', '--format=gnu', `--mtime=@${Math.floor(time.getTime() / 1_000)}`],
      ...['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'],
      ...['--directory', dirname(folder), basename(folder)],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, LC_ALL: 'C' } },
  );
  const ended = new Promise<void>((done, fail) => {
    tar.once('error', fail);
    tar.once('close', (code) => (code === 0 ? done() : fail(new Error(`tar failed: ${code}`))));
  });
  const { ZSTD_c_compressionLevel: level, ZSTD_c_windowLog: window } = constants;
  const compress = createZstdCompress({ params: { [level]: LEVEL, [window]: WINDOW_LOG } });
  await Promise.all([pipeline(tar.stdout, compress, createWriteStream(archive)), ended]);
  const hash = sha256(archive);
  writeFileSync(`${archive}.sha256`, `${hash}  ${basename(archive)}\n`);
  return hash;
}

/** Returns the commit of the repository and its time; throws where files differ from it. */
export function readCommit(root: string): { readonly commit: string; readonly time: Date } {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  if (git('status', '--porcelain') !== '') throw new Error('an archive names its commit: commit the changes first');
  const [commit = '', seconds = ''] = git('log', '-1', '--format=%H %ct').split(' ');
  return { commit, time: new Date(Number(seconds) * 1_000) };
}
