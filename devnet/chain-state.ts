import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/**
 * Anvil overwrites its state file in place, so a SIGKILL in the middle of that leaves half a file. A second copy, at
 * most some seconds old, is kept beside it: what it lacks are blocks that were not final yet.
 */
export function repairChainState(stateFile: string): void {
  if (!existsSync(stateFile) || isComplete(stateFile)) return;
  const copy = copyOf(stateFile);
  if (existsSync(copy)) writeFileSync(stateFile, readFileSync(copy));
  else rmSync(stateFile);
}

/** Keeps the copy up to date; the result ends that. */
export function keepCopyOfChainState(stateFile: string): () => void {
  let copiedMs = 0;
  const timer = setInterval(() => {
    if (!existsSync(stateFile)) return;
    const { mtimeMs } = statSync(stateFile);
    if (mtimeMs === copiedMs || !isComplete(stateFile)) return;
    const fresh = `${copyOf(stateFile)}.new`;
    writeFileSync(fresh, readFileSync(stateFile));
    if (!isComplete(fresh)) return;
    renameSync(fresh, copyOf(stateFile));
    copiedMs = mtimeMs;
  }, 1500);
  timer.unref();
  return () => clearInterval(timer);
}

function copyOf(stateFile: string): string {
  return `${stateFile}.copy`;
}

function isComplete(file: string): boolean {
  try {
    JSON.parse(readFileSync(file, 'utf8'));
    return true;
  } catch {
    return false;
  }
}
