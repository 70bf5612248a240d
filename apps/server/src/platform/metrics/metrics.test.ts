import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { createTimers } from '../jobs/timers.ts';
import { observeFigures } from './observe-figures.ts';
import { createProcessMetrics } from './process-metrics.ts';

describe('observeFigures', () => {
  const FIGURES = { test_rows: { help: 'Rows.' }, test_oldest: { help: 'The oldest.', label: 'state' } } as const;

  test('default: shows the result of one reading for all figures', async () => {
    const registry = new Registry();
    let readings = 0;
    observeFigures(registry, FIGURES, async () => {
      readings += 1;
      return { test_rows: 3, test_oldest: { waiting: 1.5, sent: 0 } };
    });
    const text = await registry.metrics();
    expect(text).toContain('test_rows 3\n');
    expect(text).toContain('test_oldest{state="waiting"} 1.5\n');
    expect(text).toContain('test_oldest{state="sent"} 0\n');
    expect(readings).toBe(1);
  });

  test('behavior: shows neither unreadable figures nor removed ones', async () => {
    const registry = new Registry();
    let state: 'all' | 'fewer' | 'down' = 'all';
    observeFigures(registry, FIGURES, async () => {
      if (state === 'down') throw new Error('no database');
      return { test_rows: 1, test_oldest: state === 'all' ? { waiting: 1, sent: 2 } : { waiting: 1 } };
    });
    expect(await registry.metrics()).toContain('test_oldest{state="sent"} 2');
    state = 'fewer';
    await sleep(600);
    expect(await registry.metrics()).not.toContain('sent');
    state = 'down';
    await sleep(600);
    const text = await registry.metrics();
    expect(text).toContain('# TYPE test_rows gauge');
    expect(text).not.toMatch(/^test_/m);
  });
});

describe('createProcessMetrics', () => {
  test('default: counts the runs of jobs by outcome, and the lateness of work', async () => {
    const metrics = createProcessMetrics('test');
    const timers = createTimers({ log: pino({ level: 'silent' }), observer: metrics.jobs });
    let runs = 0;
    await new Promise<void>((resolve) => {
      timers.everyMs('a job', 1, async () => {
        runs += 1;
        if (runs === 3) resolve();
        if (runs === 1) throw new Error('once');
      });
    });
    await timers.stop();
    metrics.observeLate('round', 400);
    metrics.observeLate('round', -20);
    const text = await metrics.registry.metrics();
    expect(text).toContain('city_mint_job_runs_total{job="a job",outcome="failed",process="test"} 1\n');
    expect(text).toMatch(/city_mint_job_runs_total\{job="a job",outcome="done",process="test"\} [2-9]/);
    expect(text).toMatch(/city_mint_job_last_done_at_seconds\{job="a job",process="test"\} 1\d{9}/);
    expect(text).toContain('city_mint_due_late_seconds_bucket{le="0.1",process="test",work="round"} 1\n');
    expect(text).toContain('city_mint_due_late_seconds_bucket{le="0.5",process="test",work="round"} 2\n');
  });
});
