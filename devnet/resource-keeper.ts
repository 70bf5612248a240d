import { setTimeout as sleep } from 'node:timers/promises';
import { shortMessage } from './short-message.ts';

/** A database or chain, which manages its processes. */
export type Resource = { pid: number; stop(): Promise<void>; kill(): Promise<void> };

/** A database or chain that is started again when it ends by itself. */
export type RestartedResource<Kind extends Resource> = {
  /** As the messages call it. */
  readonly name: string;
  readonly logFile: string;
  readonly start: () => Promise<Kind>;
  /** Starts it on the data and the port of the one that ended, since everything else knows that port. */
  readonly restart: (ended: Kind) => Promise<Kind>;
};

/** What keeping needs of the start that a resource belongs to. */
export type KeepingStart = {
  adopt<Kind extends Resource>(starting: Promise<Kind>): Promise<Kind>;
  /** Whether the start is ending; a resource that ends from then on is not started again. */
  isEnding(): boolean;
  say(line: string): void;
  /** Ends the start with the reason. */
  fail(reason: string): void;
};

/** So many failures in a row, then no more. */
const FAILURES_IN_A_ROW = 5;
/** What ran for longer than this did not fail in a row. */
const LONG_MS = 30_000;
/** The pause before the second restart in a row; each further one is longer by it. */
const PAUSE_MS = 1_000;

/**
 * Restarts a resource whenever it ends by itself, and reports it. After five failures in a row it fails the start with
 * the resource's name and log file. Resolves when the group ends.
 */
export async function keepRunning<Kind extends Resource & { readonly exited: Promise<void> }>(
  { name, logFile, restart }: Omit<RestartedResource<Kind>, 'start'>,
  first: Kind,
  { adopt, isEnding, say, fail }: KeepingStart,
): Promise<void> {
  let failures = 0;
  let last = first;
  for (let running: Kind | null = first; failures < FAILURES_IN_A_ROW; ) {
    if (running !== null) {
      const startedAt = performance.now();
      await running.exited;
      if (isEnding()) return;
      failures = performance.now() - startedAt > LONG_MS ? 1 : failures + 1;
      if (failures === FAILURES_IN_A_ROW) break;
      say(`The ${name} ended by itself and is restarted with its data; its log is ${logFile}`);
      // The process is gone; this closes its other handles.
      await running.kill();
      last = running;
    }
    await sleep(PAUSE_MS * (failures - 1));
    if (isEnding()) return;
    try {
      running = await adopt(restart(last));
      say(`The ${name} runs again.`);
    } catch (error) {
      if (isEnding()) return;
      running = null;
      failures += 1;
      say(`The ${name} did not start: ${shortMessage(error)}`);
    }
  }
  fail(`The ${name} is dead: it failed ${FAILURES_IN_A_ROW} times in a row. Its log is ${logFile}; its data remain.`);
}
