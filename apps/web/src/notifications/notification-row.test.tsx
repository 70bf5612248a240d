import { act, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { installFakeNotifications } from '#testing/fake-notifications.ts';
import { isUsable } from '#testing/figures.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

const { notify: texts } = zh;

/** Opens the account screen, and the sheet of its row of notifications. */
async function openSheet() {
  const visitor = await prepareVisitor({ session: null });
  const page = await visitor.open('/my');
  const row = await page.screen.findByRole('button', { name: new RegExp(`^${texts.title}`) });
  await page.user.click(row);
  const sheet = await page.screen.findByRole('dialog', { name: texts.title });
  return { ...page, row, sheet };
}

/** The user returns to the page, perhaps from the settings of the browser. */
const returnToPage = () => act(() => dispatchEvent(new Event('focus')));

describe('NotificationRow', () => {
  test('says that the browser has none, and cannot be turned on', async () => {
    const { row, sheet } = await openSheet();
    expect(row).toHaveTextContent(texts.states.unsupported);
    expect(sheet).toHaveTextContent(texts.unsupportedText);
    expect(isUsable(within(sheet).getByRole('button', { name: texts.enable }))).toBe(false);
  });

  test('says on an iPhone that the page has to be on the home screen first', async () => {
    const { userAgent } = navigator;
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone)', configurable: true });
    const { row, sheet } = await openSheet();
    expect(row).toHaveTextContent(texts.states.install);
    expect(sheet).toHaveTextContent(texts.installText);
    Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
  });

  test('says what to do where the browser blocks them, and turns them on once it allows them', async () => {
    const browser = installFakeNotifications('denied');
    const { row, sheet, user } = await openSheet();
    const enable = () => within(sheet).getByRole('button', { name: texts.enable });
    expect(row).toHaveTextContent(texts.states.blocked);
    expect(sheet).toHaveTextContent(texts.blockedText);
    expect(isUsable(enable())).toBe(false);
    browser.set('default');
    returnToPage();
    expect(isUsable(enable())).toBe(true);
    expect(browser.asked()).toBe(0);
    await user.click(enable());
    expect(row).toHaveTextContent(texts.states.on);
  });

  test('asks the browser by the tap, and says that they are on', async () => {
    const browser = installFakeNotifications();
    const { screen, row, sheet, user } = await openSheet();
    expect(row).toHaveTextContent(texts.states.off);
    await user.click(within(sheet).getByRole('button', { name: texts.enable }));
    expect(browser.asked()).toBe(1);
    expect(await screen.findByText(texts.turnedOn)).toBeVisible();
    expect(row).toHaveTextContent(texts.states.on);
    expect(localStorage.getItem('fmc.notify')).toBe('on');
  });

  test('explains the block when the user refuses', async () => {
    const browser = installFakeNotifications();
    browser.answerWith('denied');
    const { row, sheet, user } = await openSheet();
    await user.click(within(sheet).getByRole('button', { name: texts.enable }));
    expect(row).toHaveTextContent(texts.states.blocked);
    expect(sheet).toHaveTextContent(texts.blockedText);
  });

  test('turns them off, and keeps the browser’s permission', async () => {
    installFakeNotifications('granted');
    localStorage.setItem('fmc.notify', 'on');
    const { screen, row, sheet, user } = await openSheet();
    expect(row).toHaveTextContent(texts.states.on);
    await user.click(within(sheet).getByRole('button', { name: texts.disable }));
    expect(await screen.findByText(texts.turnedOff)).toBeVisible();
    expect(row).toHaveTextContent(texts.states.off);
    expect(localStorage.getItem('fmc.notify')).toBeNull();
  });
});
