import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ProcessIdentity, processIdentity } from './process-identity.ts';
import { waitUntil } from './wait-until.ts';

/** A list of processes that belong together, stored in a file so that it survives a SIGKILL. */
export type RunRecord = {
  add(pid: number): void;
  /** Returns the process that is ending the recorded ones in order to replace them; null if there is none. */
  endedBy(): number | null;
  clear(): void;
};

/** Returns an empty record, which writes the file whenever a process is added. */
export function openRunRecord(file: string): RunRecord {
  const processes: ProcessIdentity[] = [];
  const add = (pid: number) => {
    const identity = processIdentity(pid);
    if (identity === null) return;
    processes.push(identity);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(processes, null, 2));
    renameSync(`${file}.new`, file);
  };
  const endedBy = () => (existsSync(successorOf(file)) ? Number(readFileSync(successorOf(file), 'utf8')) : null);
  return { add, endedBy, clear: () => rmSync(file, { force: true }) };
}

/**
 * Ends every recorded process that still runs and returns how many there were. The first one, which started the others,
 * ends first, so that it can shut them down in order; if it is gone, the last started ends first, so that no program
 * outlives its database. `endedBy` tells them who ends them. A process counts only if its pid, start time and command
 * line are those recorded.
 */
export async function endRecorded(file: string): Promise<number> {
  let ended = 0;
  const [starter, ...others] = readRecord(file);
  for (const recorded of starter === undefined ? [] : [starter, ...others.toReversed()]) {
    if (!isStillRunning(recorded)) continue;
    ended += 1;
    writeFileSync(successorOf(file), String(process.pid));
    process.kill(recorded.pid, 'SIGINT');
    if (await waitUntil(() => !isStillRunning(recorded), 30_000)) continue;
    process.kill(recorded.pid, 'SIGKILL');
    await waitUntil(() => !isStillRunning(recorded), 5_000);
  }
  for (const name of [file, successorOf(file)]) rmSync(name, { force: true });
  return ended;
}

/** The file with the pid of the process that ends those of a record. */
function successorOf(file: string): string {
  return `${file}.successor`;
}

function isStillRunning(recorded: ProcessIdentity): boolean {
  const now = processIdentity(recorded.pid);
  return now !== null && now.startedAt === recorded.startedAt && now.commandLine === recorded.commandLine;
}

function readRecord(file: string): ProcessIdentity[] {
  if (!existsSync(file)) return [];
  const list: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return Array.isArray(list) ? list.filter(isIdentity) : [];
}

function isIdentity(entry: unknown): entry is ProcessIdentity {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'pid' in entry &&
    typeof entry.pid === 'number' &&
    entry.pid > 1 &&
    'startedAt' in entry &&
    typeof entry.startedAt === 'string' &&
    'commandLine' in entry &&
    typeof entry.commandLine === 'string'
  );
}
