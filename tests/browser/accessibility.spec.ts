import { expect } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { test } from './fixtures/test.ts';

test('the check of screens finds bad names, pale text, frames and a page that is too wide', async ({ page }) => {
  const check = async (body: string, rules?: string[]) => {
    const main = `<main><h1>Page</h1>${body}</main>`;
    await page.setContent(`<!doctype html><html lang="en"><title>Page</title><body>${main}</body></html>`);
    await checkAccessibility(page, rules);
  };
  await check('<button>Join</button>');
  await expect(check('<button></button>')).rejects.toThrow('button-name');
  await expect(check('<button aria-label="Copy 0x1234567890">0x12…90</button>')).rejects.toThrow(
    'label-content-name-mismatch',
  );
  const pale = check('<p style="color: #bbb; background: #fff">Pale</p>', ['color-contrast']);
  await expect(pale).rejects.toThrow('color-contrast');
  // Only the rules that are asked for.
  await check('<button></button>', ['color-contrast']);
  await expect(check('<div style="width: 500px">Wide</div>')).rejects.toThrow('508');
  await expect(check('<iframe title="Frame" srcdoc="<button></button>"></iframe>')).rejects.toThrow('toHaveLength');
});
