import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { endRecorded, openRunRecord } from './run-record.ts';

/** The file a chain is kept in: `use` says which process writes it from now on, `close` that it has ended. */
export type ChainState = { use(pid: number): void; close(): void };

const COPY_MS = 1_500;

/**
 * Makes the state file ready for a chain: a chain that a killed start left writing to it is ended first. Anvil
 * overwrites the file in place, so a SIGKILL in the middle of that leaves half a file; therefore a second copy, some
 * seconds old at most, is kept beside it while the chain runs. What it lacks are blocks that were not final yet.
 * The chain keeps its first block 0 over any number of starts.
 */
export async function openChainState(file: string): Promise<ChainState> {
  mkdirSync(dirname(file), { recursive: true });
  await endRecorded(`${file}.run`);
  repair(file);
  keepFirstGenesis(file);
  const record = openRunRecord(`${file}.run`);
  const copying = setInterval(copyWhenChanged(file), COPY_MS);
  copying.unref();
  const close = () => {
    clearInterval(copying);
    record.clear();
  };
  return { use: record.add, close };
}

function repair(file: string): void {
  if (!existsSync(file) || isComplete(file)) return;
  if (existsSync(copyOf(file))) writeFileSync(file, readFileSync(copyOf(file)));
  else rmSync(file);
}

const dump = z.looseObject({
  blocks: z.array(z.looseObject({ header: z.looseObject({ number: z.string(), timestamp: z.string() }) })),
});

/**
 * Each start of anvil makes a block 0 of its own and writes it into the file beside the earlier ones, in any order; the next start takes the
 * last of them. So without this the chain has another block 0 after a restart, and whoever has noted the first one does not know it again.
 */
function keepFirstGenesis(file: string): void {
  if (!existsSync(file)) return;
  const state = dump.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!state.success) return;
  const { blocks } = state.data;
  const zeros = blocks.filter(({ header }) => BigInt(header.number) === 0n);
  if (zeros.length < 2) return;
  const first = zeros.reduce((a, b) => (BigInt(b.header.timestamp) < BigInt(a.header.timestamp) ? b : a));
  const kept = blocks.filter((block) => block === first || BigInt(block.header.number) !== 0n);
  writeFileSync(`${file}.new`, JSON.stringify({ ...state.data, blocks: kept }));
  renameSync(`${file}.new`, file);
}

function copyWhenChanged(file: string): () => void {
  let copiedMs = 0;
  const fresh = `${copyOf(file)}.new`;
  return () => {
    const changedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? copiedMs;
    if (changedMs === copiedMs) return;
    writeFileSync(fresh, readFileSync(file));
    if (!isComplete(fresh)) return;
    renameSync(fresh, copyOf(file));
    copiedMs = changedMs;
  };
}

function copyOf(file: string): string {
  return `${file}.copy`;
}

function isComplete(file: string): boolean {
  try {
    JSON.parse(readFileSync(file, 'utf8'));
    return true;
  } catch {
    return false;
  }
}
