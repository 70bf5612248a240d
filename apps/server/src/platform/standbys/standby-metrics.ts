import { Counter, Gauge, type Registry } from 'prom-client';

/** Returns the observers of reads by the database that answered them, and of the lag of each standby in bytes. */
export function createReadMetrics(registry: Registry) {
  const reads = new Counter({
    name: 'city_mint_reads_total',
    help: 'Reads by the database that answered; why = why not a standby: none, unasked position, behind, failed.',
    labelNames: ['answered_by', 'why'] as const,
    registers: [registry],
  });
  const lag = new Gauge({
    name: 'city_mint_standby_behind_bytes',
    help: 'Bytes of WAL that a standby had not replayed at the last check; absent where it is no standby.',
    labelNames: ['standby'] as const,
    registers: [registry],
  });
  const byStandby = reads.labels({ answered_by: 'standby', why: '' });
  const byPrimary = {
    none: reads.labels({ answered_by: 'primary', why: 'none' }),
    unasked: reads.labels({ answered_by: 'primary', why: 'unasked' }),
    behind: reads.labels({ answered_by: 'primary', why: 'behind' }),
    failed: reads.labels({ answered_by: 'primary', why: 'failed' }),
  };
  return {
    countStandby: () => byStandby.inc(),
    countPrimary: (why: keyof typeof byPrimary) => byPrimary[why].inc(),
    showLag(standby: string, bytes: number | null) {
      if (bytes === null) lag.remove({ standby });
      else lag.set({ standby }, bytes);
    },
  };
}
