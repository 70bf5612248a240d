import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Database } from '@city-mint/server/platform/database/database';
import { advanceRound } from '@city-mint/server/rounds/lifecycle/commands';
import { payDuePart } from '@city-mint/server/rounds/settlement/commands';
import { writeSettlementFile } from '@city-mint/server/rounds/settlement-file/commands';
import { settled } from '@city-mint/texts/zh/page/settled';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../tools/find-chromium.ts';
import { fillRound } from './measure/full-round.ts';
import { report } from './measure/report.ts';
import { roundTo, secondsSince } from './measure/statistics.ts';
import { withPage } from './measure/with-page.ts';

/**
 * The page recomputes a settled round of `--orders` orders (1,000,000) in Chromium, on the machine and with its main
 * thread six times slower: seconds from the tap until the file is here, from then to the verdict, what the page's
 * process needs more than before, and the longest frame meanwhile. Targets: 15 s to recompute, 350 MB.
 */
const TARGET = { seconds: 15, megabytes: 350 };
const SLOWER = [1, 6] as const;
const SAMPLE_MS = 50;
/** The page's language without a choice. */
const TEXTS = settled.verdict;
/** Its page script: the longest time between two frames until the verdict. The round is in no contract. */
const LONGEST_FRAME = `new Promise((resolve) => {
  let [longest, before] = [0, performance.now()];
  const look = (now) => {
    longest = Math.max(longest, now - before);
    before = now;
    if (document.querySelector('main [role=status]')?.textContent === '${TEXTS.pending}') resolve(Math.round(longest));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;
const { values } = parseArgs({ options: { orders: { type: 'string', default: '1000000' } } });
const orders = Number(values.orders);

let settledId = '';
await withPage(
  async (origin) => {
    const { executablePath, args, env } = findChromium();
    const browser = await chromium.launch({ executablePath, args, env });
    try {
      const runs = [];
      for (const slower of SLOWER) {
        const page = await browser.newPage();
        runs.push({ slower, ...(await recompute(page, { url: `${origin}/round?id=${settledId}`, slower })) });
        await page.close();
      }
      show(runs);
    } finally {
      await browser.close();
    }
  },
  async (owner) => {
    settledId = await settleRound(owner);
  },
);

type Figures = {
  readonly fetchSeconds: number;
  readonly seconds: number;
  readonly megabytes: number;
  readonly longestFrameMs: number;
};

/** Opens the round, taps the button and waits for the verdict. */
async function recompute(page: Page, { url, slower }: { url: string; slower: number }): Promise<Figures> {
  const devtools = await page.context().newCDPSession(page);
  await page.goto(url);
  const button = page.getByRole('button', { name: TEXTS.begin.replace(/\{.*/, '') });
  await button.waitFor();
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const memory = watchMemory();
  const frames = page.evaluate<number>(LONGEST_FRAME);
  const since = performance.now();
  let fetchSeconds = 0;
  page.on('requestfinished', (request) => {
    if (request.url().includes('settlement.jsonl')) fetchSeconds = roundTo(secondsSince(since), 1);
  });
  await button.click();
  await page.getByText(TEXTS.pending).waitFor({ timeout: 300_000 });
  const seconds = roundTo(secondsSince(since) - fetchSeconds, 1);
  const megabytes = memory.stop();
  return { fetchSeconds, seconds, megabytes, longestFrameMs: await frames };
}

/** Samples the memory of all pages' processes on this machine; returns how much more it was at its peak, in MB. */
function watchMemory(): { stop(): number } {
  const before = renderersMb();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, renderersMb());
  }, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      return Math.round(peak - before);
    },
  };
}

function renderersMb(): number {
  let bytes = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) continue;
      bytes += Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024;
    } catch {
      // It has ended.
    }
  }
  return bytes / 1e6;
}

/** Settles a round as a worker does, and writes its files; returns its id. */
async function settleRound(owner: Database): Promise<string> {
  const { roundId } = await fillRound(owner, orders);
  for (let state = ''; state !== 'minted'; ) {
    await advanceRound(owner);
    while (await payDuePart(owner));
    ({ state } = await owner.selectFrom('round').select('state').where('id', '=', roundId).executeTakeFirstOrThrow());
  }
  while (await writeSettlementFile(owner));
  return `${roundId}`;
}

function show(runs: readonly (Figures & { readonly slower: number })[]): void {
  const [slowest, most] = [
    Math.max(...runs.map(({ seconds }) => seconds)),
    Math.max(...runs.map((run) => run.megabytes)),
  ];
  report({
    bench: 'recompute-page',
    value: slowest,
    unit: `s to recompute ${orders} orders in Chromium`,
    limit: TARGET.seconds,
    limitOf: 's, of either run',
    ratio: roundTo(slowest / TARGET.seconds, 2),
    target: JSON.stringify(TARGET),
    met: slowest <= TARGET.seconds && most <= TARGET.megabytes,
    details: { runs },
  });
}
