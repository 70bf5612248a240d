/**
 * Plants one bug after the other into a copy of the contracts and expects the tests that stand guard to fail. Prints
 * `N of N found` and ends non-zero when one survives. An argument picks the mutations whose name contains it.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mutation, mutations } from './mutations.ts';
import { root, runToolAsync } from './tools.ts';

const WORKERS = 2;

/** Bugs need no optimised code and no shortest example, and may leave a parameter unused. */
const QUICK = {
  FOUNDRY_DYNAMIC_TEST_LINKING: 'true',
  FOUNDRY_OPTIMIZER: 'false',
  FOUNDRY_INVARIANT_SHRINK_RUN_LIMIT: '0',
  FOUNDRY_DENY: 'never',
};

const [filter = ''] = process.argv.slice(2);
const chosen = mutations.filter(({ name }) => name.includes(filter));
const queue = [...chosen];
const survivors: string[] = [];
const compiled = await compiledCopy();
try {
  await Promise.all(Array.from({ length: WORKERS }, work));
} finally {
  rmSync(compiled, { recursive: true, force: true });
}
console.log(`${chosen.length - survivors.length} of ${chosen.length} found`);
process.exitCode = chosen.length > 0 && survivors.length === 0 ? 0 : 1;

/** The contracts with all their tests compiled, once for every worker and every file that stands guard. */
async function compiledCopy(): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), 'mutate-'));
  for (const part of ['foundry.toml', 'script', 'src', 'test']) {
    cpSync(`${root}contracts/${part}`, `${copy}/contracts/${part}`, { recursive: true });
  }
  symlinkSync(`${root}node_modules`, `${copy}/node_modules`);
  await runToolAsync(['forge', 'build'], { cwd: copy, env: QUICK });
  return copy;
}

/** Takes mutations off the queue, in a copy of its own: what is compiled there once serves the next one. */
async function work(): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'mutate-'));
  try {
    cpSync(compiled, copy, { recursive: true, preserveTimestamps: true });
    for (let next = queue.shift(); next; next = queue.shift()) {
      const problem = await survival(copy, next);
      if (problem === null) continue;
      survivors.push(next.name);
      console.log(`NOT FOUND: ${next.name}\n${problem}`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Null when the guards found the bug, else what happened instead. */
async function survival(copy: string, mutation: Mutation): Promise<string | null> {
  const file = `${copy}/contracts/src/${mutation.file}.sol`;
  const right = readFileSync(file, 'utf8');
  if (right.split(mutation.find).length !== 2) return `"${mutation.find}" is not there exactly once`;
  writeFileSync(
    file,
    right.replace(mutation.find, () => mutation.put),
  );
  try {
    const { ok, output } = await runToolAsync(
      ['forge', 'test', '--match-path', `contracts/test/${mutation.guard}.t.sol`, '--match-test', mutation.tests],
      { cwd: copy, env: QUICK },
    );
    // A mutation that does not compile, or whose tests do not exist, proves nothing.
    return !ok && output.includes('Failing tests:') ? null : output.slice(-2000);
  } finally {
    writeFileSync(file, right);
  }
}
