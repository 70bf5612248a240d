import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { isDatabaseBusy, isPoolExhausted, isStatementTooSlow } from '../http/classify-fault.ts';
import { createReadPosition, readSystem, type WalPosition } from './read-position.ts';
import { createStandby, type Standby, StandbyLost } from './standby.ts';
import { createReadMetrics } from './standby-metrics.ts';
import type { StandbyPools } from './standby-pools.ts';

/** A read waits at most this long for a standby to reach the primary's position; one that does not is left out. */
const REACH_MS = 50;
/** Pause between two polls of a standby that someone waits for. */
const POLL_PAUSE_MS = 1;
const CHECK_MS = 1_000;

/**
 * Why the primary answers a read: no standby is usable, its own position was not read, no standby has replayed enough,
 * or the chosen one failed.
 */
export type Refusal = 'none' | 'unasked' | 'behind' | 'failed';

/** How one read is answered by each database; standbys by their index in the settings. */
export type Read<Result> = {
  readonly onStandby: (index: number) => Promise<Result>;
  readonly onPrimary: () => Promise<Result>;
};

export type StandbyReads = {
  /**
   * Returns the result of a read, from a standby that has replayed everything that was committed before the read
   * arrived, else from the primary. A read that fails because of its standby is answered by the primary once.
   */
  read<Result>(how: Read<Result>): Promise<Result>;
  /** Ends the checks. */
  stop(): Promise<void>;
};

export type StandbyReadsSettings = {
  readonly databases: readonly StandbyPools[];
  /** Connections to the primary on which nothing waits for a commit. */
  readonly primary: pg.Pool;
  readonly registry: Registry;
  readonly log: Logger;
};

/** Returns the choice between the primary and its standbys, which it finds among `databases` by checking each. */
export function createStandbyReads({ databases, primary, registry, log }: StandbyReadsSettings): StandbyReads {
  const readPosition = createReadPosition(primary);
  let system: string | undefined;
  const standbys = databases.map((pools) => createStandby({ pools, system: () => system, log }));
  const metrics = createReadMetrics(registry);
  const waitFor = createWaits(standbys);
  let turn = 0;

  const choose = async (): Promise<Standby | Refusal> => {
    if (standbys.every((standby) => standby.absence() !== null)) return 'none';
    const asked = await readPosition().catch(() => undefined);
    if (asked === undefined) return 'unasked';
    turn += 1;
    const reached = standbys.filter((standby) => standby.absence() === null && standby.hasReached(asked));
    return reached[turn % reached.length] ?? (await waitFor(asked)) ?? 'behind';
  };
  const check = async (standby: Standby) => {
    system ??= await readSystem(primary);
    const asked = await readPosition();
    await standby.poll();
    metrics.showLag(standby.name, standby.bytesBehind(asked));
    const until = performance.now() + REACH_MS;
    while (!standby.hasReached(asked) && performance.now() < until) {
      await sleep(POLL_PAUSE_MS);
      await standby.poll();
    }
    if (standby.hasReached(asked)) standby.use();
    else standby.leaveOut('behind');
  };
  const checks = standbys.map((standby) =>
    repeat(CHECK_MS, () => check(standby).catch(() => metrics.showLag(standby.name, null))),
  );
  return {
    async read({ onStandby, onPrimary }) {
      const chosen = await choose();
      if (typeof chosen === 'string') {
        metrics.countPrimary(chosen);
        return onPrimary();
      }
      try {
        const result = await chosen.within(() => onStandby(standbys.indexOf(chosen)));
        metrics.countStandby();
        return result;
      } catch (error) {
        // A read that takes too long would on the primary too.
        if (!(error instanceof StandbyLost) && (!isDatabaseBusy(error) || isStatementTooSlow(error))) throw error;
        if (!(error instanceof StandbyLost) && !isPoolExhausted(error)) chosen.leaveOut('failed', error);
        metrics.countPrimary('failed');
        return onPrimary();
      }
    },
    stop: async () => void (await Promise.all(checks.map((each) => each.stop()))),
  };
}

type Wait = { readonly asked: WalPosition; readonly resolve: (standby: Standby | undefined) => void };

/**
 * Returns a function that returns the first standby that reaches a position, or undefined after REACH_MS, when each
 * that has not is left out. While anyone waits, each standby is polled in one loop for all.
 */
function createWaits(standbys: readonly Standby[]): (asked: WalPosition) => Promise<Standby | undefined> {
  const waits = new Set<Wait>();
  const followed = new Set<Standby>();
  const follow = async (standby: Standby) => {
    if (followed.has(standby)) return;
    followed.add(standby);
    while (waits.size > 0 && standby.absence() === null) {
      // A poll that fails leaves the standby out.
      await standby.poll().catch(() => undefined);
      for (const wait of waits) if (standby.hasReached(wait.asked)) wait.resolve(standby);
      await sleep(POLL_PAUSE_MS);
    }
    followed.delete(standby);
  };
  return (asked) =>
    new Promise((resolve) => {
      const used = standbys.filter((standby) => standby.absence() === null);
      const wait: Wait = {
        asked,
        resolve(standby) {
          clearTimeout(timer);
          waits.delete(wait);
          resolve(standby);
        },
      };
      const giveUp = () => {
        if (!waits.has(wait)) return;
        for (const standby of used) if (standby.absence() === null) standby.leaveOut('behind');
        wait.resolve(undefined);
      };
      // A process that was busy first reads the answers that have arrived.
      const timer = setTimeout(() => setImmediate(giveUp), REACH_MS);
      waits.add(wait);
      for (const standby of used) void follow(standby);
    });
}

/** Runs `work`, which must not reject, now and again after each pause. */
function repeat(pauseMs: number, work: () => Promise<unknown>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await work();
      await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  })();
  return {
    stop() {
      stopping.abort();
      return loop;
    },
  };
}
