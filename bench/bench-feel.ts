import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { FeelFigures } from '../tests/browser/feel/figures.ts';
import { report } from './measure/report.ts';
import { median, roundTo } from './measure/statistics.ts';

/**
 * How the page feels on a slow phone (Chromium, 6 times CPU, 1.6 Mbit/s, 150 ms): the first seven seconds of each
 * screen, frames while 5,000 orders scroll, and what a tap on a control with a sheet takes; beside it a page of React
 * and nothing else with as many elements. Medians of `--runs` (3); arguments limit the screens.
 */
const LIMITS = {
  longestTask: 150,
  blocked: 250,
  responses: 25,
  largestPaint: 2_000,
  framesP95: 33,
  nodes: 700,
  tap: 200,
} as const;

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '3' } },
  allowPositionals: true,
});
const figures = await measure();
const { starts, list, taps } = figures;
const screens = starts.map(({ path, runs, bare }) => {
  const of = (name: 'longestTask' | 'blocked' | 'responses' | 'largestPaint') => median(runs.map((run) => run[name]));
  return {
    path,
    longestTask: of('longestTask'),
    blocked: of('blocked'),
    responses: of('responses'),
    largestPaint: of('largestPaint'),
    bare: { longestTask: median(bare.map(({ longestTask }) => longestTask)) },
  };
});
const frames = { p95: median(list.runs.map(({ p95 }) => p95)), bareP95: median(list.bare.map(({ p95 }) => p95)) };
const nodes = Math.max(...list.runs.map((run) => run.nodes));
const tapped = taps.map(({ sheet, runs }) => ({
  sheet,
  shown: median(runs.map(({ shown }) => shown)),
  longestTask: median(runs.map(({ longestTask }) => longestTask)),
}));
const missed = [
  ...screens.flatMap((screen) =>
    (['longestTask', 'blocked', 'responses', 'largestPaint'] as const)
      .filter((name) => screen[name] > LIMITS[name])
      .map((name) => `${screen.path} ${name} ${screen[name]}`),
  ),
  ...(frames.p95 > LIMITS.framesP95 ? [`frames of a list ${frames.p95}`] : []),
  ...(nodes > LIMITS.nodes ? [`elements of a list ${nodes}`] : []),
  ...tapped.filter(({ shown }) => shown > LIMITS.tap).map(({ sheet, shown }) => `sheet ${sheet} ${shown}`),
];
for (const screen of screens) console.log(JSON.stringify(screen));
for (const tap of tapped) console.log(JSON.stringify(tap));
const longest = Math.max(...screens.map(({ longestTask }) => longestTask));
report({
  bench: 'feel',
  value: longest,
  unit: 'ms, longest task of a screen in its first seven seconds on a slow phone',
  limit: LIMITS.longestTask,
  limitOf: 'the longest task of any screen',
  ratio: roundTo(longest / LIMITS.longestTask, 2),
  target: JSON.stringify(LIMITS),
  met: missed.length === 0,
  details: { missed, frames, nodes, taps: tapped },
});

/** Measures in a browser that Playwright starts, with the whole system behind the page. */
async function measure(): Promise<FeelFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'city-mint-feel-'));
  const file = join(folder, 'figures.json');
  const root = join(import.meta.dirname, '..');
  try {
    const playwright = spawn(
      join(root, 'node_modules', '.bin', 'playwright'),
      ['test', '-c', 'tests/browser/feel.config.ts'],
      {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          ...process.env,
          FEEL_FILE: file,
          FEEL_RUNS: values.runs,
          ...(positionals.length > 0 ? { FEEL_PATHS: positionals.join(',') } : {}),
        },
      },
    );
    const [code] = await once(playwright, 'exit');
    if (code !== 0) throw new Error(`Playwright ended with ${code}`);
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
