import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..', '..');
const DASHBOARDS = join(ROOT, 'deploy', 'grafana', 'dashboards');
/** The rules that monitoring.md links to. */
export const ALERTS_FILE = join(ROOT, 'docs', 'operating', 'alerts.yaml');

const panel = z.object({
  id: z.number(),
  type: z.enum(['timeseries', 'stat']),
  title: z.string(),
  datasource: z.object({ type: z.literal('prometheus'), uid: z.string() }),
  gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  fieldConfig: z.object({
    defaults: z.object({
      unit: z.string(),
      thresholds: z
        .object({ steps: z.array(z.object({ color: z.string(), value: z.number().nullable() })).min(1) })
        .optional(),
    }),
    overrides: z.array(z.never()),
  }),
  targets: z
    .array(
      z.object({
        refId: z.string(),
        datasource: z.object({ uid: z.string() }),
        expr: z.string().min(1),
        legendFormat: z.string(),
      }),
    )
    .min(1),
});
const dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  schemaVersion: z.literal(42),
  panels: z.array(panel).min(1),
});
const alerts = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});

export type Dashboard = z.output<typeof dashboard> & { readonly file: string };

/** An expression of PromQL, and where it is. */
export type Expression = { readonly place: string; readonly expr: string };

/** Returns the dashboards of deploy/grafana; throws for one that has not the form of Grafana's files. */
export function readDashboards(): Dashboard[] {
  return readdirSync(DASHBOARDS).map((file) => ({
    file,
    ...dashboard.parse(JSON.parse(readFileSync(join(DASHBOARDS, file), 'utf8'))),
  }));
}

/** Returns the expressions of all panels. */
export function panelExpressions(): Expression[] {
  return readDashboards().flatMap(({ file, panels }) =>
    panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ place: `${file}: ${title}`, expr }))),
  );
}

/** Returns the expressions of all alerts; the place is the name of the alert. */
export function alertExpressions(): Expression[] {
  const { groups } = alerts.parse(parse(readFileSync(ALERTS_FILE, 'utf8')));
  return groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ place: alert, expr })));
}

/** A metric that an expression reads, with the labels that it selects by. */
export type UsedMetric = { readonly name: string; readonly labels: readonly string[] };

const GROUPED = /\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g;
const SELECTOR = /([a-z_][a-z0-9_]*)\s*(?:\{([^}]*)\})?/gi;
const WORDS = new Set(['or', 'and', 'unless', 'by', 'without', 'on', 'ignoring', 'bool', 'offset']);

/** Returns the metrics that an expression reads, and the labels by which it groups their series. */
export function usedIn(expr: string): { readonly metrics: readonly UsedMetric[]; readonly grouped: readonly string[] } {
  const plain = expr.replace(/"[^"]*"/g, '""');
  const grouped = [...plain.matchAll(GROUPED)].flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
  const rest = plain.replace(GROUPED, ' ').replace(/\[[^\]]*\]/g, '');
  const metrics = [...rest.matchAll(SELECTOR)]
    .filter(({ 0: text, 1: name = '', index }) => !WORDS.has(name) && rest[index + text.length] !== '(')
    .map(([, name = '', labels = '']) => ({
      name,
      labels: [...labels.matchAll(/(\w+)\s*[=!]/g)].map(([, l = '']) => l),
    }));
  return { metrics, grouped };
}
