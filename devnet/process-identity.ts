import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process as told apart from a later one that was given the same number. */
export type ProcessIdentity = { pid: number; startedAt: string; commandLine: string };

/**
 * Who runs under this process id now, or null when nobody does. `startedAt` is opaque: compare it for equality only.
 */
export function processIdentity(pid: number): ProcessIdentity | null {
  try {
    return process.platform === 'linux' ? readFromProc(pid) : readFromPs(pid);
  } catch {
    return null;
  }
}

function readFromProc(pid: number): ProcessIdentity | null {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may itself hold spaces and parentheses, so fields are counted from the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startedAt] = [fields[0], fields[19]];
  if (state === 'Z' || startedAt === undefined) return null;
  return { pid, startedAt, commandLine: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() };
}

function readFromPs(pid: number): ProcessIdentity | null {
  const line = execFileSync('ps', ['-o', 'lstart=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  // lstart is always 24 characters: "Sat Nov 21 09:46:10 2026".
  return line === '' ? null : { pid, startedAt: line.slice(0, 24), commandLine: line.slice(24).trim() };
}
