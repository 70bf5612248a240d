// npm run test:changed [-- BASE]: the tests without a chain or a browser that a change can reach. The change is the
// difference from BASE, by default the branch's start on main, including uncommitted files.
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { testFoldersOfSchema } from './checks/test-folders-of-schema.ts';

const ROOT = join(import.meta.dirname, '..');
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const PROJECTS = ['unit', 'page', 'console', 'process', 'db'].flatMap((name) => ['--project', name]);

const base = process.argv[2] ?? branchPoint();
const changed = changedFiles(base);
const imported = importingTests(base);
const bySchema = globSync(
  testFoldersOfSchema(changed).map((folder) => `${folder}/**/*.db.test.ts`),
  { cwd: ROOT },
);
const tests = [...new Set([...imported, ...bySchema.map((file) => join(ROOT, file))])].sort();
console.log(`${changed.length} files differ from ${base}. ${tests.length} test files can be reached:
  ${imported.length} import one of them, directly or by others (a change of package.json or vitest.config.ts: all)
  ${bySchema.length} database tests are of a capability whose SQL differs
Not run: chain, browser, contracts, the architecture test and the types; what reads a file without importing it.`);
if (tests.length > 0) process.exitCode = vitest(['run', ...PROJECTS, ...tests]);

/** The commit where this branch left main; the newest commit where there is no main. */
function branchPoint(): string {
  for (const main of ['main', 'origin/main']) {
    const found = spawnSync('git', ['merge-base', 'HEAD', main], { cwd: ROOT, encoding: 'utf8' });
    if (found.status === 0) return found.stdout.trim().slice(0, 12);
  }
  return 'HEAD';
}

function changedFiles(commit: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n');
  const names = [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')];
  return names.filter((name) => name !== '');
}

function importingTests(commit: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'city-mint-tests-'));
  try {
    const file = join(folder, 'tests.json');
    const status = vitest(['list', ...PROJECTS, '--changed', commit, '--filesOnly', `--json=${file}`]);
    if (status !== 0) process.exit(status);
    return z
      .array(z.object({ file: z.string() }))
      .parse(JSON.parse(readFileSync(file, 'utf8')))
      .map((test) => test.file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function vitest(args: readonly string[]): number {
  return spawnSync(process.execPath, [VITEST, ...args], { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
}
