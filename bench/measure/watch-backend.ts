import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Resources that a backend of the database used. */
export type BackendUse = {
  readonly cpuSeconds: number;
  /** Peak of its private memory, without shared buffers, sampled every 20 ms. */
  readonly peakMib: number;
};

/** Samples a process of the database; `stop` returns its use since the start. All zeros without /proc. */
export function watchBackend(pid: number): { stop(): BackendUse } {
  const before = cpuSeconds(pid);
  let peakMib = 0;
  const sampleTimer = setInterval(() => {
    peakMib = Math.max(peakMib, ownMib(pid));
  }, 20);
  return {
    stop() {
      clearInterval(sampleTimer);
      return { cpuSeconds: Number((cpuSeconds(pid) - before).toFixed(2)), peakMib };
    },
  };
}

function cpuSeconds(pid: number): number {
  // Fields 14 and 15, user and system time; the name in parentheses may contain spaces.
  const fields = readProc(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND;
}

function ownMib(pid: number): number {
  return Math.round(Number(/^RssAnon:\s*(\d+) kB$/m.exec(readProc(pid, 'status'))?.[1] ?? 0) / 1_024);
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
