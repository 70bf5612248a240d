import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createReserveMetrics, observeDemands } from '@city-mint/server/assets/metrics';
import { observeAudit } from '@city-mint/server/audit/metrics';
import { observeJournal } from '@city-mint/server/ledger/metrics';
import { observeCursors } from '@city-mint/server/platform/chain/cursors';
import { observeNodes } from '@city-mint/server/platform/chain/nodes';
import type { RpcNode } from '@city-mint/server/platform/chain/rpc-node';
import { watchGas } from '@city-mint/server/platform/chain/watch-gas';
import type { Database } from '@city-mint/server/platform/database/database';
import type { EventHub } from '@city-mint/server/platform/events/event-hub';
import { createMetrics } from '@city-mint/server/platform/http/create-metrics';
import { createServer } from '@city-mint/server/platform/http/create-server';
import { NO_LIMITS } from '@city-mint/server/platform/http/rate-limiter';
import { createLogger } from '@city-mint/server/platform/log/create-logger';
import { observeWork } from '@city-mint/server/processes/monitoring';
import { observeAnchors } from '@city-mint/server/proof/metrics';
import { createJoinMetrics, observeAutoMintRequests } from '@city-mint/server/rounds/metrics';
import { createSignInMetrics } from '@city-mint/server/session/metrics';
import { observeInviterRequests } from '@city-mint/server/team/metrics';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { alertExpressions, type Expression, panelExpressions, readDashboards, usedIn } from './read-expressions.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Metrics of others: of Prometheus itself, of Patroni, and of the file that a drill of backups writes. */
const FOREIGN = ['patroni_primary', 'patroni_sync_standby', 'patroni_xlog_location'];
/** Prometheus' own; a metric's label `job` is `exported_job` there. */
const FOREIGN_LABELS = ['instance', 'process', 'le'];

/** Every metric of the server's processes, with its labels, as they register them. */
async function registerAll(): Promise<Map<string, readonly string[]>> {
  const metrics = createMetrics('test');
  const { registry } = metrics;
  // Nothing is read before a monitor asks.
  const db = {} as Database;
  const ofDatabase = [observeJournal, observeWork, observeInviterRequests, observeAutoMintRequests, observeCursors];
  for (const observe of [...ofDatabase, observeNodes, observeAnchors, observeDemands, observeAudit])
    observe(registry, db);
  createJoinMetrics(registry);
  createSignInMetrics(registry);
  createReserveMetrics(registry);
  metrics.watchListener(() => 0);
  const timers = { everyMs: () => ({ wake: () => undefined }), stop: async () => undefined };
  watchGas({ timers, registry, node: {} as RpcNode, accounts: {} });
  await createServer({
    handlers: {},
    authenticate: async () => ({ state: 'unknown' }),
    describeRefusal: () => ({ code: 400, msg: '' }),
    readiness: {},
    metrics,
    events: {} as EventHub,
    logger: createLogger({ name: 'test', level: 'silent' }),
    settings: {
      ...{ checkReplies: false, secure: false, trustedProxies: [], regionHeader: undefined, publicOrigins: [] },
      ...{ rateLimits: NO_LIMITS, connectionsPerAddress: 0, securityContact: undefined, hosts: [], pageConnects: [] },
      ...{ webDist: undefined, metricsToken: undefined },
    },
  });
  const known = new Map<string, readonly string[]>();
  for (const { name } of registry.getMetricsAsArray()) {
    const metric = registry.getSingleMetric(name) as unknown as { labelNames?: readonly string[] };
    const labels = (metric.labelNames ?? []).map((label) => (label === 'job' ? 'exported_job' : label));
    for (const suffix of ['', '_bucket', '_sum', '_count']) known.set(name + suffix, labels);
  }
  return known;
}

describe('metrics', () => {
  let known: Map<string, readonly string[]>;
  beforeAll(async () => {
    known = await registerAll();
    for (const name of [...FOREIGN, 'patroni_xlog_received_location']) known.set(name, []);
    known.set('up', ['job']);
    const written = read('apps/server/src/processes/backup.ts').matchAll(/`(city_mint_backup_\w+) \$/g);
    for (const [, name = ''] of written) known.set(name, []);
  });

  /** What an expression reads that no process shows. */
  function unknownIn({ expr }: Expression): string[] {
    const { metrics, grouped } = usedIn(expr);
    const labelsOf = (name: string) => [...(known.get(name) ?? []), ...FOREIGN_LABELS];
    const every = new Set(metrics.flatMap(({ name }) => labelsOf(name)));
    return [
      ...(metrics.length === 0 ? ['no metric'] : []),
      ...metrics.flatMap(({ name, labels }) =>
        known.has(name) ? labels.filter((label) => !labelsOf(name).includes(label)).map((l) => `${name}{${l}}`) : name,
      ),
      ...grouped.filter((label) => !every.has(label)),
    ];
  }

  test('default: dashboards and alerts read only metrics and labels that processes show', () => {
    const all = [...panelExpressions(), ...alertExpressions()];
    expect(all.length).toBeGreaterThan(100);
    expect(all.flatMap((each) => unknownIn(each).map((what) => `${each.place}: ${what}`))).toEqual([]);
  });

  test.each([
    ['max(city_mint_rounds_dew)', ['city_mint_rounds_dew']],
    ['sum by (sate) (rate(city_mint_joins_total[5m]))', ['sate']],
    ['max(city_mint_withdrawals_pending{sate="signed"})', ['city_mint_withdrawals_pending{sate}']],
    ['sum by (job) (rate(city_mint_job_runs_total[5m]))', ['job']],
    ['vector(0)', ['no metric']],
    ['max(city_mint_rounds_due) or absent(city_mint_rounds_die{job="x"})', ['city_mint_rounds_die']],
  ])('broken twin: in %s it finds %j', (expr, found) => expect(unknownIn({ place: '', expr })).toEqual(found));
});

describe('dashboards', () => {
  const dashboards = readDashboards();

  test('default: one for each room, with its own uid, of the provisioned source', () => {
    const rooms = ['auditor', 'chain', 'database', 'joins', 'money', 'processes'];
    expect(dashboards.map(({ file }) => file).sort()).toEqual(rooms.map((room) => `${room}.json`));
    expect(dashboards.map(({ uid }) => uid).sort()).toEqual(rooms.map((room) => `city-mint-${room}`));
    const { datasources } = parse(read('deploy/grafana/provisioning/datasources/prometheus.yaml'));
    const used = dashboards.flatMap(({ panels }) =>
      panels.flatMap(({ datasource, targets }) => [datasource.uid, ...targets.map((each) => each.datasource.uid)]),
    );
    expect([...new Set(used)]).toEqual([datasources[0].uid]);
  });

  test('default: panels have their own ids and places', () => {
    for (const { file, panels } of dashboards) {
      expect(new Set(panels.map(({ id }) => id)).size, file).toBe(panels.length);
      const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
        Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
      );
      expect(new Set(cells).size, file).toBe(cells.length);
      expect(
        panels.every(({ gridPos: { x, w } }) => x + w <= 24),
        file,
      ).toBe(true);
    }
  });
});

test('alerts: each has its row in the page of alarms, once', () => {
  const page = read('docs/operating/alarms.md');
  const names = alertExpressions().map(({ place }) => place);
  expect(new Set(names).size).toBe(names.length);
  const rows = page.split('\n').filter((line) => line.startsWith('|'));
  for (const name of names)
    expect(
      rows.filter((row) => new RegExp(`\\b${name}\\b`).test(row.split('|')[1] ?? '')),
      name,
    ).toHaveLength(1);
});
