// node tools/bootstrap.mjs tools/draw-dashboard.ts NAME PROMETHEUS FILE: draws a dashboard of deploy/grafana without
// Grafana, from the last 20 minutes of a Prometheus, into a PNG. For the picture in docs/operating.
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { findChromium } from './find-chromium.ts';
import { type DrawnPanel, drawBoard, type Line } from './monitoring/draw-board.ts';
import { readDashboards } from './monitoring/read-expressions.ts';

const MINUTES = 20;
const STEP_SECONDS = 10;
const WIDTH = 1_200;

const [name = '', prometheus = '', file = ''] = process.argv.slice(2);
const board = readDashboards().find((each) => each.file === `${name}.json`);
if (board === undefined || !URL.canParse(prometheus) || !file.endsWith('.png')) {
  console.error('usage: draw-dashboard.ts NAME PROMETHEUS FILE.png');
  process.exit(2);
}

const answer = z.object({
  data: z.object({
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        values: z.array(z.tuple([z.number(), z.string().transform(Number)])),
      }),
    ),
  }),
});

const end = Math.floor(Date.now() / 1_000);
const range = { start: end - MINUTES * 60, end };

/** The lines of an expression, named as the panel names them. */
async function readLines({ expr, legendFormat }: { expr: string; legendFormat: string }): Promise<Line[]> {
  const query = { query: expr, start: `${range.start}`, end: `${range.end}`, step: `${STEP_SECONDS}` };
  const response = await fetch(`${prometheus}/api/v1/query_range?${new URLSearchParams(query)}`);
  if (!response.ok) throw new Error(`${expr}: ${await response.text()}`);
  return answer.parse(await response.json()).data.result.map(({ metric, values }) => ({
    name: legendFormat.replace(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? ''),
    points: values.filter(([, value]) => Number.isFinite(value)),
  }));
}

const panels: DrawnPanel[] = [];
for (const panel of board.panels) {
  const lines = await Promise.all(panel.targets.map(readLines));
  panels.push({ ...panel, lines: lines.flat() });
}
const browser = await chromium.launch(findChromium());
const page = await browser.newPage({ viewport: { width: WIDTH, height: 100 } });
await page.setContent(drawBoard({ title: board.title, width: WIDTH, range, panels }));
await page.screenshot({ path: file, fullPage: true });
await browser.close();
