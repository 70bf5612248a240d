import { join } from 'node:path';
import type { Language } from '@city-mint/domain/languages';
import { expect, type Page, test } from '@playwright/test';
import { build } from 'vite';
import { type CatalogueApp, catalogueConfig } from '../../tools/catalogue-builds.ts';
import { findViolations } from './fixtures/check-accessibility.ts';
import { readLayout } from './fixtures/layout-problems.ts';
import { LANGUAGE_GROUPS } from './setup/languages-of-parts.ts';
import { servePage } from './setup/serve-page.ts';

const FOLDER = join(import.meta.dirname, '../../.data/test-catalogue');

/** These are rules of whole screens. */
const NOT_OF_PARTS = ['region', 'page-has-heading-one', 'landmark-one-main', 'heading-order'];

type Walk = {
  readonly app: CatalogueApp;
  /** The number of stories is greater. */
  readonly least: number;
  readonly languages: readonly Language[];
  readonly tag: string | [];
};

/** Nothing moves, also what appears during a check: half faded in, a text has too little contrast. */
const AT_REST = '*, *::before, *::after { animation-duration: 0s !important; transition-duration: 0s !important }';

type Catalogue = { readonly url: string; close(): Promise<void> };

async function openCatalogue(app: CatalogueApp): Promise<Catalogue> {
  const outDir = join(FOLDER, `${app}-${test.info().workerIndex}`);
  const config = catalogueConfig(app);
  await build({ ...config, logLevel: 'warn', build: { ...config.build, outDir } });
  return servePage(outDir, "default-src 'self' 'unsafe-inline' data:");
}

type Address = { readonly story: string; readonly lang: string; readonly theme: 'light' | 'dark' };

/** Shows a story in place of the last one. */
async function show(page: Page, address: Address): Promise<void> {
  await page.evaluate(
    async (search) => {
      dispatchEvent(new CustomEvent('show-story', { detail: search }));
      const nextTask = () => new Promise((resolve) => setTimeout(resolve));
      const deadline = Date.now() + 60_000;
      while (document.documentElement.dataset['story'] !== search) {
        if (Date.now() > deadline) throw new Error(`not shown: ${search}`);
        await nextTask();
      }
      // What an effect renders, and what is fetched by a query.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await nextTask();
    },
    `?${new URLSearchParams(address)}`,
  );
}

/** Returns the stories and languages that the list of a catalogue offers. */
async function readList(page: Page): Promise<{ stories: string[]; languages: string[] }> {
  await expect(page.getByRole('heading', { name: 'Catalogue' })).toBeVisible();
  const languages = await page.getByLabel('Language').locator('option').allTextContents();
  const stories = await page.locator('nav p').evaluateAll((parts) =>
    parts.flatMap((part) => {
      const name = part.querySelector('strong')?.textContent ?? '';
      return [...part.querySelectorAll('button')].map(({ textContent }) => `${name}/${textContent}`);
    }),
  );
  return { stories, languages };
}

/** Returns the problems of a story: of its layout in each language, and by axe in the longest, in both themes. */
async function checkStory(page: Page, story: string, languages: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  let longest = { lang: '', textLength: -1 };
  for (const lang of languages) {
    await show(page, { story, lang, theme: 'light' });
    const layout = await readLayout(page);
    if (layout.textLength > longest.textLength) longest = { lang, textLength: layout.textLength };
    problems.push(...layout.problems.map((problem) => `${story} in ${lang}: ${problem}`));
  }
  for (const theme of ['light', 'dark'] as const) {
    await show(page, { story, lang: longest.lang, theme });
    for (const { id, nodes } of await findViolations(page, undefined, NOT_OF_PARTS)) {
      problems.push(...nodes.map(({ html }) => `${story} in ${longest.lang}, ${theme}: ${id}: ${html}`));
    }
  }
  return problems;
}

const WALKS: readonly Walk[] = [
  ...LANGUAGE_GROUPS.map((group): Walk => ({ app: 'web', least: 100, ...group })),
  { app: 'console', least: 30, languages: ['zh', 'en'], tag: [] },
];

for (const { app, least, languages, tag } of WALKS) {
  const title = `${app}, ${languages.join(', ')}: every part in each state fits a small phone, and axe finds nothing`;
  test(title, { tag }, async ({ page }) => {
    // Ends what hangs: there are more than a thousand combinations.
    test.setTimeout(900_000);
    const catalogue = await openCatalogue(app);
    try {
      await page.setViewportSize({ width: 1280, height: 640 });
      await page.goto(catalogue.url);
      await page.addStyleTag({ content: AT_REST });
      const { stories, languages: offered } = await readList(page);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(stories.length).toBeGreaterThan(least);
      expect(offered).toEqual(expect.arrayContaining([...languages]));
      const problems: string[] = [];
      for (const story of stories) problems.push(...(await checkStory(page, story, languages)));
      expect(problems).toEqual([]);
    } finally {
      await catalogue.close();
    }
  });
}
