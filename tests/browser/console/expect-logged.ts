import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CONSOLE_OPERATORS } from '@city-mint/devnet/operators';
import { expect, type Page } from '@playwright/test';
import { checkAccessibility } from '../fixtures/check-accessibility.ts';
import { systemAddresses } from '../system/system-addresses.ts';

/** An action that was done: by the first operator alone, or proposed by the first and confirmed by the second. */
export type Logged = { readonly title: string; readonly by: 'first' | 'both' };

type Expected = {
  /** UTC milliseconds. */
  readonly since: number;
  readonly logged: readonly Logged[];
};

const COMMAND = join(import.meta.dirname, '..', '..', '..', 'apps', 'cli', 'src', 'main.ts');

/** Fails unless each action is in the public log with who signed it, as the console and the command line verify it. */
export async function expectLogged(page: Page, { since, logged }: Expected): Promise<void> {
  const [first, second] = CONSOLE_OPERATORS.map(({ address }) => address);
  await page.goto(new URL(`/log?from=${since}`, page.url()).href);
  const rows = page.getByRole('table', { name: 'Log' }).getByRole('row');
  const entry = (title: string, operator = '') =>
    rows
      .filter({ has: page.getByRole('cell', { name: title, exact: true }) })
      .filter({ has: page.getByTitle(operator, { exact: true }) });
  for (const { title, by } of logged) {
    const signed = by === 'first' ? [entry(title, first)] : [entry(`Proposed: ${title}`, first), entry(title, second)];
    for (const row of signed) {
      await expect(row).toHaveCount(1);
      await expect(row.getByText('Verified')).toBeVisible();
    }
  }
  await checkAccessibility(page);

  const { url, opsUrl } = systemAddresses();
  const where = ['--api-url', url, '--ops-url', opsUrl];
  const asked = ['log', '--all', '--since', String(since), '--verify', '--json', ...where];
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...asked]);
  const { ok, data } = JSON.parse(stdout);
  expect([ok, data.broken]).toEqual([true, 0]);
  const shown = await rows.count();
  // Its heading and its last row, which counts them, are no entries.
  expect(data.items).toHaveLength(shown - 2);
}
