import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processIdentity } from '../process-identity.ts';
import { waitUntil } from '../wait-until.ts';

/** Whether the server with this process id says that it takes connections (what pg_ctl looks at as well). */
export function isReady(cluster: string, pid: number): boolean {
  const lines = readLines(cluster);
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
}

/**
 * Ends the server that a killed start left behind on these data, and makes sure that what stands in postmaster.pid
 * does not keep a new one from starting. A process that is not a server of these data is never touched.
 */
export async function endLeftover(cluster: string): Promise<void> {
  const lines = readLines(cluster);
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  const found = processIdentity(pid);
  if (found === null || !isServerOf(cluster, found.commandLine)) {
    // The number may have gone to a stranger, or to a dead process that nobody has reaped; the server would take
    // either for a living colleague. Our own number it knows as its parent's and passes over, and the other lines
    // stay: by them it checks that no backend is left.
    writeFileSync(join(cluster, 'postmaster.pid'), [String(process.pid), ...lines.slice(1)].join('\n'));
    return;
  }
  process.kill(pid, 'SIGINT');
  if (await waitUntil(() => processIdentity(pid) === null, 20_000)) return;
  process.kill(pid, 'SIGQUIT');
  if (!(await waitUntil(() => processIdentity(pid) === null, 20_000))) {
    throw new Error(`A PostgreSQL on ${cluster} (process ${pid}) does not end.`);
  }
}

function isServerOf(cluster: string, commandLine: string): boolean {
  return /postgres(\.exe)?\b/.test(commandLine) && commandLine.includes(`-D ${cluster} `);
}

function readLines(cluster: string): string[] {
  const file = join(cluster, 'postmaster.pid');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}
