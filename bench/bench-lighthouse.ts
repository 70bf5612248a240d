import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pagePaths } from '@city-mint/web/routes';
import { type Chromium, findChromium } from '../tools/find-chromium.ts';
import { report } from './measure/report.ts';
import { median, roundTo } from './measure/statistics.ts';
import { withPage } from './measure/with-page.ts';

/**
 * Lighthouse (mobile, simulated throttling) on every screen, median of 3. Targets: performance 98, all else 100. Needs
 * a browser; arguments limit the screens.
 */
const RUNS = 3;
const PERFORMANCE = 98;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Metrics of the performance score in milliseconds; the layout shift has no unit. */
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'speed-index',
  'cumulative-layout-shift',
] as const;

type Scores = Record<(typeof CATEGORIES)[number], number>;
type Run = Scores & {
  /** Lost points outside performance, as `category: audit`. */
  readonly findings: readonly string[];
  readonly metrics: Record<string, number>;
  /** Lighthouse's figure for the machine's speed during the run; an ordinary computer has 1,000 or more. */
  readonly benchmarkIndex: number;
};

const chromium = findChromium();
await withPage((origin) => measureAll(origin, chromium));

type Medians = { readonly path: string; readonly scores: Scores; readonly findings: readonly string[] };

async function measureAll(origin: string, browser: Chromium): Promise<void> {
  const chosen = process.argv.slice(2).filter((argument) => argument.startsWith('/'));
  const screens: Medians[] = [];
  for (const path of chosen.length > 0 ? chosen : pagePaths()) {
    const measured = await measure(origin + path, browser);
    if (measured === null) return skip('Lighthouse could not control the browser; its output is above');
    const { scores, findings } = measured;
    console.log(`${path}: ${CATEGORIES.map((name) => `${name} ${scores[name]}`).join(', ')}`);
    for (const finding of findings) console.log(`  ${finding}`);
    screens.push({ path, scores, findings });
  }
  const worst = Math.min(...screens.map(({ scores }) => scores.performance));
  const isPerfect = ({ scores }: Medians) =>
    CATEGORIES.every((name) => scores[name] >= (name === 'performance' ? PERFORMANCE : 100));
  report({
    bench: 'lighthouse',
    value: worst,
    unit: 'points of performance of the worst screen, mobile, median of 3',
    limit: PERFORMANCE,
    limitOf: 'the target of performance',
    ratio: roundTo(worst / PERFORMANCE, 3),
    target: `performance >= ${PERFORMANCE}, accessibility, best practices and SEO 100, on every screen`,
    met: screens.every(isPerfect),
    details: { screens, failed: screens.filter((screen) => !isPerfect(screen)).map(({ path }) => path) },
  });
}

/** Returns the medians of several runs and all of their findings; null without a score. */
async function measure(url: string, browser: Chromium): Promise<Omit<Medians, 'path'> | null> {
  const runs: Run[] = [];
  for (let run = 1; run <= RUNS; run += 1) {
    const scores = await runLighthouse(url, browser);
    if (scores === null) return null;
    const points = CATEGORIES.map((name) => `${name} ${scores[name]}`).join(', ');
    console.log(`run ${run}: ${points} (machine ${scores.benchmarkIndex}) ${JSON.stringify(scores.metrics)}`);
    runs.push(scores);
  }
  const medianOf = (name: keyof Scores) => median(runs.map((scores) => scores[name]));
  return {
    scores: {
      performance: medianOf('performance'),
      accessibility: medianOf('accessibility'),
      'best-practices': medianOf('best-practices'),
      seo: medianOf('seo'),
    },
    findings: [...new Set(runs.flatMap((run) => run.findings))],
  };
}

/** Runs Lighthouse once in a new profile; returns null without a score. */
async function runLighthouse(url: string, { executablePath, args, env }: Chromium): Promise<Run | null> {
  const folder = mkdtempSync(join(tmpdir(), 'city-mint-lighthouse-'));
  const output = join(folder, 'report.json');
  const flags = ['--headless=new', ...args, `--user-data-dir=${join(folder, 'profile')}`].join(' ');
  const cli = join(dirname(createRequire(import.meta.url).resolve('lighthouse/package.json')), 'cli', 'index.js');
  try {
    const code = await runToEnd(
      [
        cli,
        url,
        '--quiet',
        '--output=json',
        `--output-path=${output}`,
        `--only-categories=${CATEGORIES.join(',')}`,
        `--chrome-flags=${flags}`,
      ],
      { ...env, CHROME_PATH: executablePath },
    );
    return code === 0 ? readScores(output) : null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runToEnd(args: string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', () => resolve(1));
    child.once('close', (code) => resolve(code ?? 1));
  });
}

type Category = {
  readonly score: number | null;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
};
type LighthouseReport = {
  readonly categories: Record<string, Category>;
  readonly audits: Record<
    string,
    {
      readonly score: number | null;
      readonly title: string;
      readonly numericValue?: number;
      readonly details?: { readonly items?: readonly unknown[] };
    }
  >;
  readonly environment: { readonly benchmarkIndex: number };
};

/** Returns the scores of a report, 0 to 100; null when one is missing, as after a page that did not load. */
function readScores(file: string): Run | null {
  const { categories, audits, environment }: LighthouseReport = JSON.parse(readFileSync(file, 'utf8'));
  const points = (name: keyof Scores) => Math.round((categories[name]?.score ?? Number.NaN) * 100);
  const scores = {
    performance: points('performance'),
    accessibility: points('accessibility'),
    'best-practices': points('best-practices'),
    seo: points('seo'),
  };
  if (Object.values(scores).some(Number.isNaN)) return null;
  const metrics = METRICS.map((name) => [name, Math.round((audits[name]?.numericValue ?? 0) * 1_000) / 1_000] as const);
  const findings = CATEGORIES.filter((name) => name !== 'performance').flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${name}: ${audits[id]?.title} ${JSON.stringify(audits[id]?.details?.items ?? [])}`),
  );
  return { ...scores, findings, metrics: Object.fromEntries(metrics), benchmarkIndex: environment.benchmarkIndex };
}

function skip(why: string): void {
  console.log(JSON.stringify({ bench: 'lighthouse', skipped: why }));
}
