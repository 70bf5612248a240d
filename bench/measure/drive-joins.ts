import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createPool, databaseOver } from '@city-mint/server/platform/database/database';
import { createJoins } from '@city-mint/tests/builders/joins';
import { JU, type OpenRound } from '@city-mint/tests/builders/rounds';
import type { LoadFigure } from './http-load.ts';
import { percentile, secondsSince } from './statistics.ts';

type JoinLoad = {
  readonly callers: number;
  readonly seconds: number;
  /** Each caller joins its own: they are dealt out in turn. */
  readonly rounds: readonly OpenRound[];
  /** Each join is of one drawn at random. */
  readonly users: readonly bigint[];
};

/** Opens the server's command over connections as the api has them; returns what drives it, and what closes it. */
export function openJoinDriver(url: string) {
  const pool = createPool({ url, role: 'city_mint_api', maxConnections: 4 });
  const joinRound = createJoins({ pool, db: databaseOver(pool) });
  return {
    /** Each caller joins again as soon as it has an answer; returns the figure. Throws when a join is refused. */
    async drive({ callers, seconds, rounds, users }: JoinLoad): Promise<LoadFigure> {
      const amount = tokenAmount(JU);
      const latencies: number[] = [];
      const started = performance.now();
      const endsAt = started + seconds * 1_000;
      const call = async (caller: number) => {
        const round = rounds[caller % rounds.length];
        if (round === undefined) throw new Error('no round');
        while (performance.now() < endsAt) {
          const userId = users[Math.floor(Math.random() * users.length)] ?? 0n;
          const from = performance.now();
          const answer = await joinRound({ ...round, userId, amount, requestId: crypto.randomUUID(), consented: true });
          latencies.push(performance.now() - from);
          if (!('order' in answer)) throw new Error(`refused: ${answer.refusal}`);
        }
      };
      await Promise.all(Array.from({ length: callers }, (_unused, caller) => call(caller)));
      return {
        perSecond: latencies.length / secondsSince(started),
        p50Ms: percentile(latencies, 0.5),
        p99Ms: percentile(latencies, 0.99),
      };
    },
    close: () => pool.end(),
  };
}

/** Returns a figure as the benchmarks print it. */
export function describeLoad({ perSecond, p50Ms, p99Ms }: LoadFigure): string {
  return `${perSecond.toFixed(0)}/s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
}
