import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Chromium, findChromium } from '../tools/find-chromium.ts';
import { report } from './measure/report.ts';
import { withPage } from './measure/with-page.ts';

/** Lighthouse (mobile) of the home screen, median of 3. Target: performance 95 or more, accessibility 100. Skipped where no browser starts. */
const RUNS = 3;
const PERFORMANCE = 95;
const ACCESSIBILITY = 100;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

type Scores = Record<(typeof CATEGORIES)[number], number>;

const chromium = await findChromium().catch((error: unknown) => {
  console.error(error);
  return null;
});
if (chromium === null) skip('there is no Chromium to run it in');
else await withPage((origin) => measure(`${origin}/index`, chromium));

async function measure(url: string, browser: Chromium): Promise<void> {
  const runs: Scores[] = [];
  for (let run = 1; run <= RUNS; run += 1) {
    const scores = await runLighthouse(url, browser);
    if (scores === null) return skip('Lighthouse could not drive the browser; its words are above');
    console.log(`run ${run}: ${CATEGORIES.map((name) => `${name} ${scores[name]}`).join(', ')}`);
    runs.push(scores);
  }
  const median = (name: keyof Scores) => runs.map((scores) => scores[name]).toSorted((a, b) => a - b)[1] ?? 0;
  const medians = Object.fromEntries(CATEGORIES.map((name) => [name, median(name)]));
  const value = median('performance');
  report({
    bench: 'lighthouse',
    value,
    unit: 'points of performance, mobile, median of 3',
    limit: PERFORMANCE,
    limitOf: 'performance wanted',
    ratio: Number((value / PERFORMANCE).toFixed(3)),
    target: `performance >= ${PERFORMANCE}, accessibility ${ACCESSIBILITY}`,
    met: value >= PERFORMANCE && median('accessibility') >= ACCESSIBILITY,
    details: { medians, runs },
  });
}

/** One run in a fresh profile; null when it gave no scores. */
async function runLighthouse(url: string, { executablePath, args, env }: Chromium): Promise<Scores | null> {
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

/** The scores of a report in points; null when one of them is missing, as after a page that did not load. */
function readScores(file: string): Scores | null {
  const { categories }: { categories: Record<string, { score: number | null }> } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const points = (name: keyof Scores) => categories[name]?.score ?? null;
  const entries = CATEGORIES.map((name) => [name, points(name)] as const);
  if (entries.some(([, score]) => score === null)) return null;
  const [performance, accessibility, practices, seo] = entries.map(([, score]) => Math.round((score ?? 0) * 100));
  return {
    performance: performance ?? 0,
    accessibility: accessibility ?? 0,
    'best-practices': practices ?? 0,
    seo: seo ?? 0,
  };
}

function skip(why: string): void {
  console.log(JSON.stringify({ bench: 'lighthouse', skipped: why }));
}
