import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { JobObserver } from '../jobs/timers.ts';

export type ProcessMetrics = {
  readonly registry: Registry;
  /** Shows a pool of connections under a name: the maximum, the connections in use, and the waiting callers. */
  watchPool(name: string, pool: pg.Pool): void;
  readonly jobs: JobObserver;
  /** Shows for how many seconds the listening connection has not heard what the process notifies itself. */
  watchListener(silentSeconds: () => number): void;
  /** Records by how many milliseconds some work was late. */
  observeLate(work: 'round' | 'withdrawal', lateMs: number): void;
};

/** Returns the metrics of every process: memory, garbage collection, event loop lag, connections, jobs. */
export function createProcessMetrics(process: string): ProcessMetrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'city_mint_started_at_seconds',
    help: 'When this process started.',
    registers: [registry],
  }).setToCurrentTime();
  const late = new Histogram({
    name: 'city_mint_due_late_seconds',
    help: 'Seconds between the time when work was due and the time when it was done.',
    labelNames: ['work'] as const,
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers: [registry],
  });
  return {
    registry,
    watchPool: createPoolGauge(registry),
    watchListener(silentSeconds) {
      new Gauge({
        name: 'city_mint_listening_silent_seconds',
        help: 'Seconds since the listening connection last heard what this process notifies itself every three.',
        registers: [registry],
        collect() {
          this.set(silentSeconds());
        },
      });
    },
    jobs: createJobMetrics(registry),
    observeLate: (work, lateMs) => late.observe({ work }, Math.max(0, lateMs) / 1_000),
  };
}

function createPoolGauge(registry: Registry): ProcessMetrics['watchPool'] {
  const pools = new Map<string, pg.Pool>();
  new Gauge({
    name: 'city_mint_pool_connections',
    help: 'Database connections of this process by pool: in_use, idle, maximum; waiting = callers that wait for one.',
    labelNames: ['pool', 'state'] as const,
    registers: [registry],
    collect() {
      for (const [name, pool] of pools) {
        this.set({ pool: name, state: 'in_use' }, pool.totalCount - pool.idleCount);
        this.set({ pool: name, state: 'idle' }, pool.idleCount);
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount);
        this.set({ pool: name, state: 'maximum' }, pool.options.max);
      }
    },
  });
  return (name, pool) => void pools.set(name, pool);
}

function createJobMetrics(registry: Registry): JobObserver {
  const runs = new Counter({
    name: 'city_mint_job_runs_total',
    help: 'Runs of a job on its timer, by how they ended.',
    labelNames: ['job', 'outcome'] as const,
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'city_mint_job_seconds',
    help: 'How long a run of a job took.',
    labelNames: ['job'] as const,
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120],
    registers: [registry],
  });
  const lastDone = new Gauge({
    name: 'city_mint_job_last_done_at_seconds',
    help: 'When a run of a job last ended without an error.',
    labelNames: ['job'] as const,
    registers: [registry],
  });
  return {
    ran(job, { tookMs, failed }) {
      runs.inc({ job, outcome: failed ? 'failed' : 'done' });
      seconds.observe({ job }, tookMs / 1_000);
      if (!failed) lastDone.set({ job }, Date.now() / 1_000);
    },
  };
}
