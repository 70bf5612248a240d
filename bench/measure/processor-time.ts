import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';

/** Milliseconds on a processor that processes have had so far, by their numbers. */
export type ProcessorTimes = ReadonlyMap<number, number>;

/** Returns the times of a process and its children; none where there is no /proc. */
export function processorTimes(pid: number): ProcessorTimes {
  const msOf = (one: number) => threadsOf(one).reduce((sum, thread) => sum + threadMs(thread), 0);
  return new Map([pid, ...childrenOf(pid)].map((one) => [one, msOf(one)]));
}

/**
 * Returns the milliseconds that a process and its children had since: other than time on the clock, it is not changed
 * by what else the machine does. Children that have ended since are left out.
 */
export function processorMsSince(before: ProcessorTimes, pid: number): number {
  let sum = 0;
  for (const [one, ms] of processorTimes(pid)) sum += ms - (before.get(one) ?? 0);
  return sum;
}

/** Returns the process whose child a process is; undefined where it is not running. */
export function parentOf(pid: number): number | undefined {
  // Field 4; the name in parentheses, field 2, may contain spaces.
  const parent = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1];
  return parent === undefined ? undefined : Number(parent);
}

/** Returns the number of a database's main process, the parent of all others; throws if it runs elsewhere. */
export async function findPostmaster(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  if (postmaster === undefined) throw new Error('the database runs elsewhere');
  return postmaster;
}

function childrenOf(pid: number): number[] {
  return numbersIn('/proc').filter((other) => parentOf(other) === pid);
}

function threadsOf(pid: number): string[] {
  return numbersIn(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`);
}

/** The first figure of schedstat: nanoseconds on a processor. */
function threadMs(schedstat: string): number {
  return Number(read(schedstat).split(' ')[0] ?? 0) / 1_000_000;
}

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** Returns a file's text; none where its process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
