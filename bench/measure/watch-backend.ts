import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

export type BackendUse = {
  readonly cpuSeconds: number;
  /** The most memory of its own, without the shared buffers, looked at every 20 ms. */
  readonly peakMib: number;
};

/** Watches what a process of the database on this machine uses from now on; all zeros where the system does not tell. */
export function watchBackend(pid: number): { stop(): BackendUse } {
  const before = cpuSeconds(pid);
  let peakMib = 0;
  const timer = setInterval(() => {
    peakMib = Math.max(peakMib, ownMib(pid));
  }, 20);
  return {
    stop() {
      clearInterval(timer);
      return { cpuSeconds: Number((cpuSeconds(pid) - before).toFixed(2)), peakMib };
    },
  };
}

function cpuSeconds(pid: number): number {
  // Fields 14 and 15, user and system time; the name in brackets may hold spaces.
  const fields = read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND;
}

function ownMib(pid: number): number {
  return Math.round(Number(/^RssAnon:\s*(\d+) kB$/m.exec(read(pid, 'status'))?.[1] ?? 0) / 1_024);
}

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
