import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Identifies a process; a later one with the same pid has another start time. */
export type ProcessIdentity = { pid: number; startedAt: string; commandLine: string };

/** About a millisecond each. */
const LOADING_TRIES = 200;

/** Returns the process that runs under this pid, or null. `startedAt` is opaque: compare it for equality only. */
export function processIdentity(pid: number): ProcessIdentity | null {
  try {
    return process.platform === 'linux' ? readFromProc(pid) : readFromPs(pid);
  } catch {
    return null;
  }
}

function readFromProc(pid: number): ProcessIdentity | null {
  const startedAt = parseStartTime(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (startedAt === null) return null;
  return { pid, startedAt, commandLine: readCommandLine(pid) };
}

/** The kernel shows no command line for a moment while a process that was just started loads its program. */
function readCommandLine(pid: number): string {
  for (let tries = 1; ; tries += 1) {
    const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    if (line !== '' || tries === LOADING_TRIES) return line;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  }
}

/** Returns the start time in the text of /proc/PID/stat, in clock ticks since boot; null for a zombie. */
export function parseStartTime(stat: string): string | null {
  // The name in parentheses may itself contain spaces and parentheses, so fields are counted from the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startedAt] = [fields[0], fields[19]];
  return state === 'Z' || startedAt === undefined ? null : startedAt;
}

function readFromPs(pid: number): ProcessIdentity | null {
  return parsePsLine(pid, execFileSync('ps', ['-o', 'lstart=,command=', '-p', String(pid)], { encoding: 'utf8' }));
}

/** Returns the process of a line "lstart command" that ps printed; null for an empty line. */
export function parsePsLine(pid: number, output: string): ProcessIdentity | null {
  const line = output.trim();
  // lstart is always 24 characters: "Sat Nov 21 09:46:10 2026".
  return line === '' ? null : { pid, startedAt: line.slice(0, 24), commandLine: line.slice(24).trim() };
}
