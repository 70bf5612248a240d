// npm run try:deploy: the system on three machines of one Linux, from the files in deploy/: the main job in a browser
// through nginx, PgBouncer, HAProxy and Patroni, then minutes in which programs and machines die at random
// (TRY_MINUTES, 5), or with TRY_KILLS=0 an hour in which none does. Needs root and debootstrap, and downloads a Debian
// once. TRY_KEEPS=1 leaves everything running.
import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readCommit } from './release/pack.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, '.data', 'try');
const TRY = join(ROOT, 'deploy', 'try.sh');

// The machines run an archive, which is of a commit; better refused now than in some minutes.
readCommit(ROOT);
run(TRY, ['up']);
try {
  // The names are known to this run alone.
  const script = 'mount --bind "$1/hosts" /etc/hosts && shift && exec playwright "$@"';
  const playwright = ['test', '-c', 'tests/browser/three-machines.config.ts', ...process.argv.slice(2)];
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(FOLDER, 'tls', 'database-ca.pem') };
  process.exitCode = run('unshare', ['--mount', 'sh', '-c', script, 'sh', FOLDER, ...playwright], { env, cwd: ROOT });
} finally {
  if (process.env['TRY_KEEPS'] === undefined) run(TRY, ['down']);
}

/** Runs a program to its end; returns its exit code. Throws if it cannot be started. */
function run(program: string, args: readonly string[], options: SpawnSyncOptions = {}): number {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', ...options });
  if (error !== undefined) throw error;
  if (status !== 0 && program === TRY) throw new Error(`try.sh ${args[0]} ended with ${status}`);
  return status ?? 1;
}
