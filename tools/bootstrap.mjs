// Runs on any Node from 20.19 without dependencies: installs the packages of the lock file when they are missing or out
// of date, then runs the script on the project's own Node. Only the script writes to stdout.
//
//   node tools/bootstrap.mjs [--from-caller] [NODE-OPTION…] SCRIPT [ARGUMENT…]
//
// --from-caller: runs the script in the folder where npm was called, so that relative paths refer to it.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.city-mint-lock');

await installMissingPackages();
run(process.argv.slice(2));

async function installMissingPackages() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash()) return;
  console.error('Installing packages (first run, or package-lock.json has changed) …');
  // `npm ci` requires the optional packages of all platforms in the lock; `npm install` respects the lock too. It does
  // not save, because npm would add other platforms' packages to the lock of users who only run the product.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--no-progress'];
  const args = ['install', '--no-save', '--include=dev', '--include=optional', ...quiet];
  const npm = process.env.npm_execpath;
  const [file, before] = npm ? [process.execPath, [npm]] : ['npm', []];
  const child = spawn(file, [...before, ...args], {
    cwd: root,
    env: installEnvironment(process.env),
    // stdout is reserved for the script.
    stdio: ['ignore', process.stderr, process.stderr],
    shell: npm === undefined && process.platform === 'win32',
  });
  const stopReport = reportInstallation();
  const problem = await endOf(child);
  stopReport();
  if (problem !== null) {
    console.error(`npm install failed (${problem}).`);
    process.exit(child.exitCode ?? 1);
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, lockHash());
}

/** Resolves when the process has ended: with null where it succeeded, else with what went wrong. Signals end it too. */
function endOf(child) {
  const forward = (signal) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const name of signals) process.on(name, forward);
  return new Promise((done) => {
    child.once('error', (error) => done(error.message));
    child.once('exit', (code, signal) => done(code === 0 ? null : (signal ?? `code ${code}`)));
  }).finally(() => {
    for (const name of signals) process.off(name, forward);
  });
}

/** Says on stderr how far npm is: on a terminal one line that changes, elsewhere a line every 15 s. */
function reportInstallation() {
  const startedAt = performance.now();
  const folders = packageFolders();
  const isTerminal = process.stderr.isTTY === true;
  const timer = setInterval(
    () => {
      const unpacked = folders.filter((folder) => existsSync(join(root, folder, 'package.json'))).length;
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      const work =
        unpacked === 0 ? 'packages are being fetched' : `${unpacked} of about ${folders.length} packages unpacked`;
      const line = `  ${seconds} s: ${work}`;
      process.stderr.write(isTerminal ? `\r\u001b[K${line}` : `${line}\n`);
    },
    isTerminal ? 1_000 : 15_000,
  );
  return () => {
    clearInterval(timer);
    if (isTerminal) process.stderr.write('\r\u001b[K');
  };
}

/**
 * The folders into which npm unpacks the packages of the lock file that are for this machine, but for the few that are
 * for one C library of Linux only.
 */
function packageFolders() {
  const file = join(root, 'package-lock.json');
  if (!existsSync(file)) return [];
  const isFor = (list, value) =>
    list === undefined ||
    (list.some((name) => !name.startsWith('!')) ? list.includes(value) : !list.includes(`!${value}`));
  return Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages ?? {}).flatMap(
    ([folder, { link, os, cpu, libc }]) =>
      folder.includes('node_modules/') &&
      link !== true &&
      isFor(os, process.platform) &&
      isFor(cpu, process.arch) &&
      libc === undefined
        ? [folder]
        : [],
  );
}

/**
 * What npm needs of the environment. Packages' install scripts run with it, so no key of the operator's is in it.
 */
function installEnvironment(env) {
  const passed = new RegExp(
    [
      '^(PATH|HOME|USER|LOGNAME|SHELL|TERM|LANG|LC_\\w+|TZ|TMPDIR|TEMP|TMP|CI|(HTTPS?|NO|ALL)_PROXY',
      '|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)',
      '|NPM_CONFIG_\\w*(REGISTRY|CACHE|PREFIX|USERCONFIG|GLOBALCONFIG|PROXY|CAFILE)',
      '|SYSTEMROOT|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|USERPROFILE|PROGRAMFILES)$',
    ].join(''),
    'i',
  );
  return Object.fromEntries(Object.entries(env).filter(([name]) => passed.test(name)));
}

/** The hash of package-lock.json and of all package.json files. */
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
  const own = fromCaller ? args.slice(1) : args;
  const at = own.findIndex((arg) => !arg.startsWith('--'));
  const [nodeOptions, script, rest] = [own.slice(0, at), own[at] ?? '', own.slice(at + 1)];
  const bin = join(root, 'node_modules', '.bin');
  const child = spawn(findNode(), [...nodeOptions, join(root, script), ...rest], {
    cwd: fromCaller ? (process.env.INIT_CWD ?? process.cwd()) : root,
    env: {
      // Compiled code is stored, which saves processes a quarter of the time that they take to start.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'city-mint'),
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
    },
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

/** Ends the script when npm is gone, which may be killed without a signal to this process. */
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
  console.error(
    'Node 24 is not installed: allow the install script of the npm package "node" to run, and run npm install.',
  );
  process.exit(1);
}
