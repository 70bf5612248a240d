import { Counter, Histogram } from 'prom-client';
import { createProcessMetrics, type ProcessMetrics } from '../metrics/process-metrics.ts';

export type HttpMetrics = ProcessMetrics & {
  /** One answered call: its route, the code of its envelope, and its duration in seconds. */
  observeCall(call: { route: string; code: number; seconds: number }): void;
  countFault(kind: string): void;
  /** A call that was refused because its caller called too often. */
  countLimited(limited: { scope: string; rate: string }): void;
};

/**
 * Returns the metrics of a process that answers calls: those of every process, calls by route and code, faults,
 * refusals by limits.
 */
export function createMetrics(process: string): HttpMetrics {
  const ofProcess = createProcessMetrics(process);
  const { registry } = ofProcess;
  const calls = new Histogram({
    name: 'city_mint_http_call_seconds',
    help: 'Seconds from the first byte of a call to the last of its answer.',
    labelNames: ['route', 'code'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const faults = new Counter({
    name: 'city_mint_faults_total',
    help: 'Errors for which the caller is not responsible.',
    labelNames: ['kind'] as const,
    registers: [registry],
  });
  const limited = new Counter({
    name: 'city_mint_rate_limited_total',
    help: 'Calls refused because an address or a wallet called too often.',
    labelNames: ['scope', 'rate'] as const,
    registers: [registry],
  });
  // Each series is cached, because resolving its labels costs more than counting.
  const series = new Map<string, { observe(value: number): void }>();
  return {
    ...ofProcess,
    observeCall({ route, code, seconds }) {
      const key = `${code} ${route}`;
      let found = series.get(key);
      if (found === undefined) {
        found = calls.labels({ route, code: String(code) });
        series.set(key, found);
      }
      found.observe(seconds);
    },
    countFault: (kind) => faults.inc({ kind }),
    countLimited: (labels) => limited.inc(labels),
  };
}
