import { type Language, localeOf } from '@city-mint/domain/languages';
import { pagePaths } from '@city-mint/web/routes';
import { type CDPSession, expect, type Page } from '@playwright/test';
import { answerNode } from './fixtures/answer-node.ts';
import { installApi } from './fixtures/fake-api.ts';
import { answerParticipant, answerVisitor } from './fixtures/full-replies.ts';
import { readLayout } from './fixtures/layout-problems.ts';
import { openPage } from './fixtures/open-page.ts';
import { showScreen } from './fixtures/show-screen.ts';
import { signIn } from './fixtures/sign-in.ts';
import { test } from './fixtures/test.ts';
import { LANGUAGE_GROUPS } from './setup/languages-of-parts.ts';
import { installWallet } from './wallet/test-wallet.ts';

/** Shown while something is fetched. */
const PENDING = '[aria-busy="true"], .animate-shimmer';

/** Orders in the list of the replies: open, minted and failed. */
const ORDERS = ['1', '3', '5'];

type Reader = 'a visitor' | 'a participant';

/** Returns the paths of all screens, and of what is behind their tabs and in their sheets. */
function pathsOf(reader: Reader): readonly string[] {
  if (reader === 'a visitor') return pagePaths();
  const orders = ORDERS.map((id) => `/city?tab=mine&order=${id}`);
  const tabs = ['/city?tab=mine', '/city?past=open', '/assets?tab=chain', '/swap?tab=log', '/team-record?view=days'];
  return [...pagePaths(), ...tabs, '/record-detail?id=d-1', '/swapDetail?id=1', '/team?sheet=invite', ...orders];
}

/** Returns the problems of the layout once it stays: some parts measure themselves after a change of size. */
async function readProblems(page: Page): Promise<readonly string[]> {
  let { problems } = await readLayout(page);
  for (let before: readonly string[] = []; problems.length > 0 && problems.join() !== before.join(); ) {
    before = problems;
    await page.waitForTimeout(500);
    problems = (await readLayout(page)).problems;
  }
  return problems;
}

type Sizes = { readonly session: CDPSession; readonly percents: readonly number[] };

/** Returns the layout problems of a screen at each of these sizes of text, in percent of the usual one. */
async function checkScreen(page: Page, path: string, { session, percents }: Sizes): Promise<string[]> {
  await showScreen(page, path);
  await expect(page.locator(PENDING)).toHaveCount(0);
  const problems: string[] = [];
  for (const percent of percents) {
    await setTextSize(session, percent);
    problems.push(...(await readProblems(page)).map((problem) => `${path} at ${percent} %: ${problem}`));
  }
  return problems;
}

/** Returns what moves without end, except the bar of what is under way: each frame costs a phone its battery. */
async function findEndless(page: Page): Promise<string[]> {
  const names = await page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const isEndless = animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY;
      return isEndless && animation instanceof CSSAnimation ? [animation.animationName] : [];
    }),
  );
  return names.filter((name) => name !== 'slide-bar').map((name) => `moves without end: ${name}`);
}

/** Sets the reader's usual size of text, as the browser's settings do. */
async function setTextSize(session: CDPSession, percent: number): Promise<void> {
  await session.send('Page.setFontSizes', { fontSizes: { standard: (16 * percent) / 100 } });
}

async function chooseLanguage(page: Page, language: Language): Promise<void> {
  await page.evaluate((lang) => localStorage.setItem('lang', lang), language);
  await openPage(page, '/my');
  await expect(page.locator('html')).toHaveAttribute('lang', localeOf(language));
}

/** Opens the page as this reader sees it, as tall as the longest screen: what is below is fetched only by scrolling. */
async function openAs(page: Page, reader: Reader): Promise<void> {
  const api = await installApi(page);
  answerVisitor(api);
  await answerNode(page);
  const { accounts } = await installWallet(page);
  await openPage(page);
  if (reader === 'a participant') {
    await signIn(page);
    answerParticipant(api, accounts[0]?.address ?? '');
  }
  await page.setViewportSize({ width: 320, height: 4_000 });
}

for (const reader of ['a visitor', 'a participant'] as const) {
  for (const { languages, tag } of LANGUAGE_GROUPS) {
    const screens = `${languages.join(', ')}: every screen of ${reader}`;
    test(`${screens} fits a small phone, also with text twice as large`, { tag }, async ({ page }) => {
      // It looks at hundreds of screens.
      test.setTimeout(900_000);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await openAs(page, reader);
      const session = await page.context().newCDPSession(page);
      const problems: string[] = [];
      let percents: readonly number[] = [100, 200];
      for (const language of languages) {
        await chooseLanguage(page, language);
        for (const path of pathsOf(reader)) {
          const found = await checkScreen(page, path, { session, percents });
          problems.push(...found.map((problem) => `${language} ${problem}`));
          // Each screen starts with the size of the one before.
          percents = percents.toReversed();
        }
      }
      expect(problems).toEqual([]);
    });
  }

  test(`no screen of ${reader} moves without end`, { tag: '@soak-5' }, async ({ page }) => {
    await openAs(page, reader);
    const problems: string[] = [];
    for (const path of pathsOf(reader)) {
      await showScreen(page, path);
      await expect(page.locator(PENDING)).toHaveCount(0);
      problems.push(...(await findEndless(page)).map((problem) => `${path}: ${problem}`));
    }
    expect(problems).toEqual([]);
  });
}
