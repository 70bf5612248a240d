import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processIdentity } from '../process-identity.ts';
import { waitUntil } from '../wait-until.ts';

/**
 * Returns whether postmaster.pid says that the server with this process id accepts connections; pg_ctl reads the same
 * line.
 */
export function isReady(cluster: string, pid: number): boolean {
  const lines = readLines(cluster);
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
}

/**
 * Ends the server of these data that a killed start left running, and makes sure that postmaster.pid does not prevent a
 * new start. Never signals a process that is not a server of these data. Waits until it has ended, or until `signal` is
 * aborted.
 */
export async function endLeftover(cluster: string, signal?: AbortSignal): Promise<void> {
  const lines = readLines(cluster);
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  const identity = processIdentity(pid);
  if (identity === null || !isServerOf(cluster, identity.commandLine)) {
    // The pid may now belong to an unrelated process or a zombie, and the server would take either for a running
    // postmaster. It ignores the pid of its parent, so write ours. The other lines remain, because the server uses them
    // to check that no backend is left.
    writeFileSync(join(cluster, 'postmaster.pid'), [String(process.pid), ...lines.slice(1)].join('\n'));
    return;
  }
  process.kill(pid, 'SIGINT');
  if (await waitUntil(() => processIdentity(pid) === null, 20_000)) return;
  process.kill(pid, 'SIGQUIT');
  await waitUntil(() => signal?.aborted === true || processIdentity(pid) === null);
}

function isServerOf(cluster: string, commandLine: string): boolean {
  return /postgres(\.exe)?\b/.test(commandLine) && commandLine.includes(`-D ${cluster} `);
}

function readLines(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    // A starting server removes the file of a killed one and writes its own, so it may be missing at any moment.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
