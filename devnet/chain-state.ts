import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { endRecorded, openRunRecord } from './run-record.ts';

/** The file that a chain is saved to. */
export type ChainState = {
  /** Records the process that writes the file from now on. */
  use(pid: number): void;
  /** Stops copying and removes the record; call it when that process has ended. */
  close(): void;
};

const COPY_MS = 1_500;

/**
 * Prepares the state file for a chain and returns the controls of its record. A chain that still writes to the file
 * after a killed start is ended first. Anvil overwrites the file in place, so a SIGKILL during a write leaves half a
 * file; therefore a copy, at most some seconds old, is written while the chain runs. Blocks missing in the copy were
 * not final yet. Block 0 stays the same over restarts.
 */
export async function openChainState(file: string): Promise<ChainState> {
  mkdirSync(dirname(file), { recursive: true });
  await endRecorded(`${file}.run`);
  restoreFromCopy(file);
  removeLaterGenesisBlocks(file);
  const record = openRunRecord(`${file}.run`);
  const copyTimer = setInterval(copyWhenChanged(file), COPY_MS);
  copyTimer.unref();
  const close = () => {
    clearInterval(copyTimer);
    record.clear();
  };
  return { use: record.add, close };
}

function restoreFromCopy(file: string): void {
  if (!existsSync(file) || isComplete(file)) return;
  if (existsSync(copyOf(file))) writeFileSync(file, readFileSync(copyOf(file)));
  else rmSync(file);
}

const STATE_DUMP = z.looseObject({
  blocks: z.array(z.looseObject({ header: z.looseObject({ number: z.string(), timestamp: z.string() }) })),
});

/**
 * Each start of anvil adds another block 0 to the file, in any order, and the next start reads the last of them.
 * Without this step block 0 would change at a restart, and the indexer would refuse the chain as a different one.
 */
function removeLaterGenesisBlocks(file: string): void {
  if (!existsSync(file)) return;
  const state = STATE_DUMP.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!state.success) return;
  const { blocks } = state.data;
  const genesisBlocks = blocks.filter(({ header }) => BigInt(header.number) === 0n);
  if (genesisBlocks.length < 2) return;
  const first = genesisBlocks.reduce((a, b) => (BigInt(b.header.timestamp) < BigInt(a.header.timestamp) ? b : a));
  const remaining = blocks.filter((block) => block === first || BigInt(block.header.number) !== 0n);
  writeFileSync(`${file}.new`, JSON.stringify({ ...state.data, blocks: remaining }));
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
