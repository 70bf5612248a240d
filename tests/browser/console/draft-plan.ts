import { expect, type Page } from '@playwright/test';
import { checkAccessibility } from '../fixtures/check-accessibility.ts';
import { pressEnter } from '../fixtures/press-enter.ts';

/**
 * A plan that opens at once and whose first round 100 JU fill. Its shares are those of all plans of the tests, so that
 * the disclosure does not change.
 */
const PLAN: Readonly<Record<string, string>> = {
  phase: '7',
  rounds: '2',
  firstQuota: '100',
  growthBps: '1000',
  minimum: '10',
  walletMaximum: '0',
  lateBps: '0',
  mintFeeBps: '100',
  mintAmount: '100',
  referralBps: '3000',
  nodesBps: '2000',
  levelsBps: '2000',
  treasuryBps: '1000',
  lossBps: '300',
  reserveDrawBps: '100',
  compensationTimesBps: '20000',
  firstStageBps: '4000',
  secondStageBps: '3000',
  thirdStageBps: '3000',
  windowMs: '1',
  gapMs: '1',
  secondStageDelayMs: '1',
  thirdStageDelayMs: '2',
};

/** Drafts the next plan of a city and simulates it, from the room of plans on, by keyboard alone. */
export async function draftPlan(page: Page, city: string): Promise<void> {
  const input = (field: string) => page.locator(`[data-field="${field}"] input`).first();
  await expect(page.getByRole('table', { name: 'Plans' }).getByRole('row').nth(1)).toBeVisible();
  await checkAccessibility(page);
  await pressEnter(page.getByRole('button', { name: 'Begin a draft' }));
  await input('city').fill(city);
  await input('firstOpensAt').fill(new Date(Date.now() - 60_000).toISOString().slice(0, 16));
  for (const [field, text] of Object.entries(PLAN)) await input(field).fill(text);
  await input('lossBps').fill('1001');
  await expect(page.getByText('It must be a whole number from 0 to 1,000', { exact: true })).toBeVisible();
  // Before it is published it says that whoever accepted 3% is asked again.
  await input('lossBps').fill('400');
  const asked = page.getByText(/will be asked for a new consent, because .*: Loss on failure 3% → 3–4%/);
  await expect(asked).toBeVisible();
  await input('lossBps').fill('300');
  await expect(asked).toBeHidden();
  await expect(page.getByRole('table', { name: 'Difference to the last plan of the city' })).toBeVisible();
  await expect(page.getByText(/^Saved \(version \d+\)$/)).toBeVisible();
  // A reload loses nothing.
  await page.reload();
  await expect(input('phase')).toHaveValue('7');
  await expect(page.getByRole('table', { name: 'Schedule of its rounds' }).getByRole('row')).toHaveCount(3);
  await pressEnter(page.getByRole('button', { name: 'Simulate', exact: true }));
  await expect(page.getByText('Who loses how much when the crowd stops coming')).toBeVisible();
  await expect(page.getByText(/^Seed 42, 500 runs/)).toBeVisible();
  await checkAccessibility(page);
}
