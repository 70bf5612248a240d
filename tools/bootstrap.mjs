// Runs on whatever Node the machine has (20.19 or later) with nothing installed: installs what the lock names when
// that is not there yet, then hands over to the project's own Node. Nothing but the script may write to stdout.
//
//   node tools/bootstrap.mjs [--from-caller] SCRIPT [ARGUMENT…]
//
// --from-caller: the script runs in the folder where npm was called, so that relative paths mean what they say there.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.city-mint-lock');

installWhatIsMissing();
run(process.argv.slice(2));

function installWhatIsMissing() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash()) return;
  console.error('Installing packages (the first start, or the lock has changed) …');
  // `npm ci` wants the optional packages of every other platform to be in the lock; `npm install` keeps the lock too.
  const args = ['install', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const [file, before] = npm ? [process.execPath, [npm]] : ['npm', []];
  const done = spawnSync(file, [...before, ...args], {
    cwd: root,
    // stdout belongs to the script that is run afterwards.
    stdio: ['ignore', process.stderr, process.stderr],
    shell: npm === undefined && process.platform === 'win32',
  });
  if (done.status !== 0) {
    console.error(`npm install failed${done.error ? `: ${done.error.message}` : ''}.`);
    process.exit(done.status ?? 1);
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, lockHash());
}

/** Of the lock and of every package.json that it was made from. */
function lockHash() {
  const hash = createHash('sha256');
  const folders = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => join(parent, name)),
  );
  folders.push('devnet', 'tests');
  for (const file of ['package-lock.json', ...['.', ...folders.sort()].map((folder) => join(folder, 'package.json'))]) {
    const path = join(root, file);
    if (existsSync(path)) hash.update(`${file}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

function run(args) {
  const fromCaller = args[0] === '--from-caller';
  const [script, ...rest] = fromCaller ? args.slice(1) : args;
  const bin = join(root, 'node_modules', '.bin');
  const child = spawn(findNode(), [join(root, script), ...rest], {
    cwd: fromCaller ? (process.env.INIT_CWD ?? process.cwd()) : root,
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  endWithParent(child);
  child.once('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}

/** npm may be killed without a signal to this process; then the script is ended as by Ctrl-C. */
function endWithParent(child) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 1000);
  watch.unref();
}

function findNode() {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const own = join(root, 'node_modules', 'node', 'bin', `node${suffix}`);
  if (existsSync(own)) return own;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  console.error('npm did not install Node 24 (package "node"): its install script must be allowed to run.');
  process.exit(1);
}
