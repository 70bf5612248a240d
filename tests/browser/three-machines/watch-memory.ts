import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@city-mint/domain/time/durations';
import { median, percentile } from '../../../bench/measure/statistics.ts';
import { machinePrograms } from './machines.ts';
import { readMetrics } from './processes.ts';

const MIB = 2 ** 20;
/** A process grows if it takes this much more in the last third of an hour than in the second one. */
const GROWTH = { ratio: 1.1, mib: 8 } as const;
/** A third of fewer has no median that one garbage collection does not change. */
const LEAST_MINUTES = 9;

/** The joins of a minute, the milliseconds that they took, and the MiB of each program at its end. */
export type Minute = {
  readonly joins: number;
  readonly p50: number;
  readonly p99: number;
  readonly memory: Readonly<Record<string, number>>;
};

/** Returns the figures of every minute until a time, and prints each. */
export async function measureMinutes(until: number, book: { readonly tookMs: readonly number[] }): Promise<Minute[]> {
  const minutes: Minute[] = [];
  let counted = book.tookMs.length;
  for (let next = Date.now() + MINUTE_MS; next < until + MINUTE_MS / 2; next += MINUTE_MS) {
    await sleep(next - Date.now());
    const took = book.tookMs.slice(counted);
    counted += took.length;
    const [p50, p99] = [Math.round(median(took)), Math.round(percentile(took, 0.99))];
    const minute = { joins: took.length, p50, p99, memory: await readMemory() };
    console.log(JSON.stringify({ minute: minutes.length + 1, ...minute }));
    minutes.push(minute);
  }
  return minutes;
}

/**
 * Returns the programs whose memory grows, by medians, so that one garbage collection more or less does not count.
 * Throws for too few minutes.
 */
export function findGrowing(minutes: readonly Minute[]): string[] {
  if (minutes.length < LEAST_MINUTES) throw new RangeError(`${minutes.length} minutes, less than ${LEAST_MINUTES}`);
  const third = Math.floor(minutes.length / 3);
  const medianOf = (part: readonly Minute[], name: string) => median(part.map(({ memory }) => memory[name] ?? 0));
  return Object.keys(minutes[0]?.memory ?? {}).filter((name) => {
    const before = medianOf(minutes.slice(third, 2 * third), name);
    const after = medianOf(minutes.slice(2 * third), name);
    return after > before * GROWTH.ratio && after > before + GROWTH.mib;
  });
}

async function readMemory(): Promise<Record<string, number>> {
  const read = machinePrograms().map(async ({ machine, name }): Promise<[string, number]> => {
    const text = await readMetrics(machine, name).catch((error: unknown) => `${error}`);
    const bytes = /^process_resident_memory_bytes\S* (\S+)$/m.exec(text)?.[1];
    if (bytes === undefined) throw new Error(`${name} on ${machine} does not say its memory: ${text.slice(0, 200)}`);
    return [`${machine} ${name}`, Math.round(Number(bytes) / MIB)];
  });
  return Object.fromEntries(await Promise.all(read));
}
