import { act, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { recordRelease } from '#platform/release-store.ts';
import { type Desk, OPERATOR, prepareDesk } from '#testing/desk.tsx';
import { quietOverview, replyOverview } from '#testing/replies/overview.ts';
import { sampleProposal } from '#testing/replies/proposals.ts';
import { ROOMS } from '../rooms.ts';

const NOW = Date.UTC(2026, 10, 20, 4);

function prepareRooms(options: Parameters<typeof prepareDesk>[0] = {}): Desk {
  const desk = prepareDesk(options);
  desk.network.reply('POST /api/ops/operators', { operators: [] });
  desk.network.reply('POST /api/ops/log', { items: [], nextCursor: null });
  replyOverview(desk.network, quietOverview(NOW));
  return desk;
}

test('every room is in the navigation under its heading, and the one that is shown is marked', async () => {
  const { screen } = await prepareRooms().open('/operators');
  const rooms = within(await screen.findByRole('navigation', { name: 'Rooms' }));
  const links = rooms.getAllByRole('link').slice(1);
  expect(links.map((link) => link.getAttribute('href')).sort()).toEqual(ROOMS.map(({ path }) => path).sort());
  expect(rooms.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    ...['Every day', 'Money', 'Settings', 'Records'],
  ]);
  expect(rooms.getByRole('link', { current: 'page' })).toHaveTextContent('Operators');
});

test.each([
  ['approver', 'Proposals2 proposals wait for you'],
  ['operator', 'Proposals'],
] as const)('the navigation counts the proposals of others that wait: %s', async (role, text) => {
  const desk = prepareRooms({ role });
  const own = sampleProposal(NOW, { proposalId: '33', proposedBy: OPERATOR.address });
  const items = [sampleProposal(NOW), sampleProposal(NOW, { proposalId: '32' }), own];
  desk.network.reply('POST /api/ops/proposals', { items, nextCursor: null });
  const { screen } = await desk.open('/operators');
  const rooms = within(await screen.findByRole('navigation', { name: 'Rooms' }));
  await screen.findByText(role === 'approver' ? 'Approver' : 'Operator', { selector: 'header span' });
  const shown = () => rooms.getByRole('link', { name: /^Proposals/ }).textContent?.replace(/(?<=Proposals)2(?=2)/, '');
  await expect.poll(shown).toBe(text);
});

test('Ctrl-K finds rooms and actions by any word of them, and opens the one that is chosen', async () => {
  const { screen, user, address } = await prepareRooms().open('/operators');
  await user.keyboard('{Control>}k{/Control}');
  const search = await screen.findByRole('combobox', { name: 'Name of a room or an action' });
  await user.type(search, 'log');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['LogRoom']);
  await user.keyboard('{Enter}');
  await expect.poll(address).toBe('/log');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox'), '暂停');
  const found = screen.getAllByRole('option');
  expect(found.map(({ textContent }) => textContent)).toContain('Pause a part of the systemAction');
  await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  const sheet = within(await screen.findByRole('dialog', { name: 'Pause a part of the system' }));
  expect(await sheet.findByLabelText('Part of the system')).toHaveValue('');
});

test('the search says which actions a role does not permit, and opens none of them', async () => {
  const { screen, user } = await prepareRooms({ role: 'viewer' }).open('/operators');
  await user.click(await screen.findByRole('button', { name: /^Search/ }));
  await user.type(await screen.findByRole('combobox'), 'cancel a round');
  const option = await screen.findByRole('option', { name: /^Cancel a round/ });
  expect(option).toHaveTextContent('Your role does not permit it');
  await user.click(option);
  await user.keyboard('{Enter}');
  expect(screen.getByRole('combobox')).toHaveValue('cancel a round');
  await user.type(screen.getByRole('combobox'), ' zzz');
  expect(screen.getByText('No room and no action fits')).toBeVisible();
});

test('a room that is opened takes the focus, so that a keyboard begins there', async () => {
  const { screen, user, address } = await prepareRooms().open('/operators');
  await user.click(await screen.findByRole('link', { name: 'Log' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
  expect(address()).toBe('/log');
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('main'));
  expect(screen.getByRole('link', { name: 'Skip to the content' })).toHaveAttribute('href', '#main');
});

test.each([
  ['viewer', 'Viewer'],
  ['operator', 'Operator'],
  ['approver', 'Approver'],
] as const)('the bar shows the signed-in operator and the role: %s', async (role, name) => {
  const { screen } = await prepareRooms({ role }).open('/operators');
  const shown = await screen.findByTitle(OPERATOR.address);
  await expect.poll(() => shown.parentElement?.textContent).toBe(`0x19E7…ff2A${name}`);
});

test('another language is shown without a reload, said to the browser, and remembered', async () => {
  const desk = await prepareRooms().open('/operators');
  await desk.user.selectOptions(await desk.screen.findByLabelText('Language'), '中文');
  expect(await desk.screen.findByRole('navigation', { name: '栏目' })).toBeVisible();
  expect(document.documentElement.lang).toBe('zh-CN');
  expect(localStorage.getItem('console.language')).toBe('zh');
  expect(document.title).not.toBe('City Mint console');
});

test('an appearance is applied to the document and remembered; that of the device is the default', async () => {
  const { screen, user } = await prepareRooms().open('/operators');
  const theme = await screen.findByLabelText('Appearance');
  expect(theme).toHaveValue('system');
  await user.selectOptions(theme, 'Dark');
  expect([document.documentElement.dataset['theme'], localStorage.getItem('console.theme')]).toEqual(['dark', 'dark']);
  await user.selectOptions(theme, 'As the device');
  expect(document.documentElement.dataset['theme']).toBeUndefined();
});

test('a console that the server has replaced offers to reload, and takes that back for its own release', async () => {
  const { screen } = await prepareRooms().open('/operators');
  const replied = (release: string) =>
    act(() => {
      for (let reply = 0; reply < 3; reply += 1) {
        recordRelease(new Response('{}', { headers: { 'x-page-release': release } }));
      }
    });
  expect(screen.queryByRole('button', { name: 'New version: reload' })).toBeNull();
  replied('/assets/main-other.js');
  expect(await screen.findByRole('button', { name: 'New version: reload' })).toBeVisible();
  replied('');
  expect(screen.queryByRole('button', { name: 'New version: reload' })).toBeNull();
});

test('an address that names no page leads back to the start', async () => {
  const { screen, user, address } = await prepareRooms().open('/nowhere');
  expect(await screen.findByText('There is no such page')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Back to the start' }));
  await expect.poll(address).toBe('/');
});

test('a page that fails leaves the others in reach', async () => {
  const { network, open } = prepareRooms();
  const broken = vi.spyOn(Date.prototype, 'toISOString').mockImplementation(() => {
    throw new RangeError('no such time');
  });
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => void vi.restoreAllMocks());
  network.reply('POST /api/ops/operators', {
    operators: [{ address: OPERATOR.address, role: 'viewer', configured: false, addedAt: NOW }],
  });
  const { screen, user } = await open('/operators');
  expect(await screen.findByText('This page failed')).toBeVisible();
  expect(consoleError).toHaveBeenCalled();
  broken.mockRestore();
  await user.click(screen.getByRole('link', { name: 'Log' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
});
