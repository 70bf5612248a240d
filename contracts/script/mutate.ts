/**
 * Applies one mutation after the other to a copy of the contracts and expects the tests that guard against it to fail.
 * Prints `N of N found` and exits non-zero when one survives. An argument selects the mutations whose name contains it.
 * A run in which all are found is recorded in contracts/.mutations; `--sample` then repeats a sixteenth, another one
 * each day, as long as the contracts, their tests and the mutations are those of the record.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hashMutations } from './contract-inputs.ts';
import type { Mutation } from './mutation.ts';
import { mutations } from './mutations.ts';
import { root, runToolAsync } from './tools.ts';

const WORKERS = 2;

/** Mutations need neither optimised code nor minimal counterexamples, and may leave a parameter unused. */
const QUICK_SETTINGS = {
  FOUNDRY_DYNAMIC_TEST_LINKING: 'true',
  FOUNDRY_OPTIMIZER: 'false',
  FOUNDRY_INVARIANT_SHRINK_RUN_LIMIT: '0',
  FOUNDRY_DENY: 'never',
};

const RECORD = `${root}contracts/.mutations`;
const PARTS = 16;

const { values, positionals } = parseArgs({
  options: { sample: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [filter = ''] = positionals;
const inputs = hashMutations(root);
const selectedMutations = values.sample && isRecorded() ? sampleOfToday() : named(filter);
const queue = [...selectedMutations];
const survivors: string[] = [];
const compiledFolder = await compiledCopy();
try {
  await Promise.all(Array.from({ length: WORKERS }, work));
} finally {
  rmSync(compiledFolder, { recursive: true, force: true });
}
console.log(`${selectedMutations.length - survivors.length} of ${selectedMutations.length} found`);
const areFound = selectedMutations.length > 0 && survivors.length === 0;
if (areFound && selectedMutations.length === mutations.length) writeFileSync(RECORD, `${inputs}\n`);
process.exitCode = areFound ? 0 : 1;

function named(part: string): readonly Mutation[] {
  return mutations.filter(({ name }) => name.includes(part));
}

/** Returns whether all mutations were found with the present contracts, tests and mutations. */
function isRecorded(): boolean {
  return existsSync(RECORD) && readFileSync(RECORD, 'utf8').trim() === inputs;
}

function sampleOfToday(): readonly Mutation[] {
  const part = new Date().getUTCDate() % PARTS;
  return mutations.filter((_mutation, index) => index % PARTS === part);
}

/** Compiles the contracts with all their tests once for all workers. Returns the folder of the copy. */
async function compiledCopy(): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), 'mutate-'));
  for (const part of ['foundry.toml', 'script', 'src', 'test']) {
    cpSync(`${root}contracts/${part}`, `${copy}/contracts/${part}`, { recursive: true });
  }
  symlinkSync(`${root}node_modules`, `${copy}/node_modules`);
  await runToolAsync(['forge', 'build'], { cwd: copy, env: QUICK_SETTINGS });
  return copy;
}

/** Runs mutations from the queue in one copy of the contracts, with one build cache and one compiler process. */
async function work(): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'mutate-'));
  const env = { ...QUICK_SETTINGS, SOLC_SOCKET: join(copy, 'solc.sock') };
  const compiler = spawn(process.execPath, [`${root}contracts/script/solc.cjs`, '--serve'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await Promise.race([once(compiler.stdout, 'data'), once(compiler, 'exit')]);
    cpSync(compiledFolder, copy, { recursive: true, preserveTimestamps: true });
    for (let next = queue.shift(); next; next = queue.shift()) {
      const problem = await survival(next, { copy, env });
      if (problem === null) continue;
      survivors.push(next.name);
      console.log(`NOT FOUND: ${next.name}\n${problem}`);
    }
  } finally {
    compiler.kill();
    rmSync(copy, { recursive: true, force: true });
  }
}

type Place = { readonly copy: string; readonly env: NodeJS.ProcessEnv };

/** Returns null when the guarding tests failed, else what happened instead. */
async function survival(mutation: Mutation, { copy, env }: Place): Promise<string | null> {
  const file = `${copy}/contracts/src/${mutation.file}.sol`;
  const originalSource = readFileSync(file, 'utf8');
  if (originalSource.split(mutation.find).length !== 2) return `"${mutation.find}" does not occur exactly once`;
  writeFileSync(
    file,
    originalSource.replace(mutation.find, () => mutation.put),
  );
  try {
    const { ok, output } = await runToolAsync(
      ['forge', 'test', '--match-path', `contracts/test/${mutation.guard}.t.sol`, '--match-test', mutation.tests],
      { cwd: copy, env },
    );
    // A mutation that does not compile, or whose tests do not exist, proves nothing.
    return !ok && output.includes('Failing tests:') ? null : output.slice(-2000);
  } finally {
    writeFileSync(file, originalSource);
  }
}
