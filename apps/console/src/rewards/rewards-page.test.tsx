import { DAY_MS } from '@city-mint/domain/time/durations';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COLLEAGUE, type Desk, type OpenDesk, prepareDesk } from '#testing/desk.tsx';
import { exactAmounts, factsOf, rowsOf } from '#testing/read-table.ts';
import { exchangeGrant, memberGrant, sampleMining, samplePools, sampleThresholds } from '#testing/replies/rewards.ts';
import { DONE, expectSigned, proposedOutcome, samplePreview, signIn } from '#testing/sign-action.ts';

const NOW = Date.UTC(2026, 10, 20, 4);
const TODAY = Date.UTC(2026, 10, 20);
const PAGE = { cursor: null, limit: 50 };
const MINING = 'Output of machines';
const POOLS = 'Pools';
const GRANTS = 'Grants of nodes and levels';
const OUTBOX = 'Hash power for the exchange';
const ACCOUNTS = 'Accounts at the exchange';

function prepareRewards(options: Parameters<typeof prepareDesk>[0] = {}): Desk {
  const desk = prepareDesk(options);
  const { network } = desk;
  const empty = { items: [], nextCursor: null };
  network.reply('POST /api/ops/mining', sampleMining(NOW));
  network.reply('POST /api/ops/mining/days', empty);
  network.reply('POST /api/ops/pools', samplePools(NOW));
  network.reply('POST /api/ops/pools/days', empty);
  network.reply('POST /api/ops/thresholds', sampleThresholds());
  network.reply('POST /api/ops/memberStatus/grants', { items: [memberGrant(NOW)], nextCursor: null });
  network.reply('POST /api/ops/grants', empty);
  return desk;
}

const panelOf = ({ screen }: OpenDesk, name: string) => screen.findByRole('region', { name });

/** Returns the facts of today's settings, or of those from tomorrow on. */
async function settingsOf(panel: HTMLElement, title: 'Today' | 'From tomorrow (UTC)' | 'From 2026-12-05 (UTC)') {
  const heading = await within(panel).findByRole('heading', { name: title });
  return factsOf(heading.parentElement ?? panel);
}

test('machines show today’s output, and tomorrow’s settings beside it', async () => {
  const panel = await panelOf(await prepareRewards().open('/rewards'), MINING);
  const today = { 'Daily emission': '1,000FMC', 'Full hash power': '5,000.5H', 'Lifetime of machines': '1 day' };
  const release = { 'A day releases, with today’s hash rate': '12.3456…FMC' };
  expect(await settingsOf(panel, 'Today')).toEqual({ ...today, ...release });
  const tomorrow = { ...today, 'Lifetime of machines': '540 days', ...release };
  expect(await settingsOf(panel, 'From tomorrow (UTC)')).toEqual(tomorrow);
  expect(factsOf(panel)).toMatchObject({ 'Machines today': '3', 'Emission available': '250,000FMC' });
  expect(exactAmounts(panel)).toContain('12.345678');
  expect(await within(panel).findByText('There are no mining days: there is no machine yet.')).toBeVisible();
});

test('settings that stay the same tomorrow are shown once', async () => {
  const panel = await panelOf(await prepareRewards().open('/rewards'), POOLS);
  expect(await settingsOf(panel, 'Today')).toEqual({
    'Node pool, released per day': '1.25%',
    'The node pool releases a day': '5JU',
    'Level pool, released per day': '0.50%',
    'The level pool releases a day': '1.0000…JU',
  });
  expect(within(panel).queryByRole('heading', { name: 'From tomorrow (UTC)' })).toBeNull();
  expect(factsOf(panel)).toMatchObject({ 'Node pool': '400JU', 'Level pool': '200.5JU' });
});

test('a mining day that is not over has no release yet', async () => {
  const { network, open } = prepareRewards();
  const day = { machines: 3, hashRate: '61.725', paid: '0' };
  network.reply('POST /api/ops/mining/days', {
    items: [
      { day: TODAY, release: null, paidAt: null, ...day },
      { day: TODAY - DAY_MS, release: '12.3', paidAt: NOW, ...day, paid: '12.3', machines: 2 },
    ],
    nextCursor: null,
  });
  const { screen } = await open('/rewards');
  const table = await screen.findByRole('table', { name: 'Mining days' });
  await within(table).findByText('2026-11-19');
  expect(rowsOf(table)).toEqual([
    ['2026-11-20', 'Not over yet', '0FMC', '', '3', '61.725H'],
    ['2026-11-19', '12.3FMC', '12.3FMC', '2026-11-20 12:00:00 +08', '2', '61.725H'],
  ]);
});

test('days are read of the pool that is chosen, and the address keeps it', async () => {
  const DAYS = 'POST /api/ops/pools/days';
  const { network, open } = prepareRewards();
  const day = { day: TODAY, release: '5', paid: '2.5', paidAt: null } as const;
  network.answer(DAYS, ({ pool = 'nodes' }) => ({ items: [{ ...day, pool }], nextCursor: null }));
  const desk = await open('/rewards');
  const panel = await panelOf(desk, POOLS);
  const table = await within(panel).findByRole('table', { name: 'Days of the pools' });
  await expect.poll(() => rowsOf(table)).toEqual([['2026-11-20', '5JU', '2.5JU', '', 'Node pool']]);
  expect(network.calls(DAYS).at(-1)).toEqual(PAGE);
  await desk.user.selectOptions(within(panel).getByLabelText('Pool'), 'Level pool');
  await expect.poll(() => network.calls(DAYS).at(-1)).toEqual({ pool: 'levels', ...PAGE });
  await expect.poll(() => rowsOf(table).at(0)?.at(-1)).toBe('Level pool');
  expect(desk.address()).toBe('/rewards?pool=levels');
});

test('each threshold of nodes and levels is shown by its label', async () => {
  const panel = await panelOf(await prepareRewards().open('/rewards'), 'Thresholds of nodes and levels');
  await within(panel).findByText('Level 5 from');
  const facts = factsOf(panel);
  expect(Object.keys(facts)).toHaveLength(11);
  expect(facts).toMatchObject({
    'Personal node: direct invitees': '3',
    'Community node: team performance': '50,000JU',
    'Level 5 from': '300,000JU',
  });
});

test('announced thresholds are shown with their day, and a further change starts from them', async () => {
  const desk = prepareRewards();
  desk.network.reply('POST /api/ops/thresholds', sampleThresholds(Date.UTC(2026, 11, 5)));
  const opened = await desk.open('/rewards');
  const panel = await panelOf(opened, 'Thresholds of nodes and levels');
  await within(panel).findAllByText('Level 1 from');
  expect(await settingsOf(panel, 'Today')).toMatchObject({ 'Level 1 from': '1,000JU' });
  expect(await settingsOf(panel, 'From 2026-12-05 (UTC)')).toMatchObject({ 'Level 1 from': '1,500JU' });
  await opened.press('Set thresholds of nodes and levels');
  const sheet = within(await opened.screen.findByRole('dialog', { name: 'Set thresholds of nodes and levels' }));
  expect(sheet.getByLabelText('Level 1 from')).toHaveValue('1500');
});

test('another lifetime of machines starts from the settings of tomorrow, and is a proposal', async () => {
  const { network, open } = prepareRewards();
  network.reply('POST /api/ops/preview', samplePreview({ subject: 'mining', operators: 2 }));
  network.reply('POST /api/ops/mining/set', proposedOutcome(NOW));
  const desk = await open('/rewards');
  await desk.screen.findByText('540 days');
  await desk.press('Set emission and machines');
  const name = 'Set emission and machines';
  const sheet = within(await desk.screen.findByRole('dialog', { name }));
  expect(sheet.getByLabelText('Daily emission')).toHaveValue('1000');
  const lifetime = sheet.getByLabelText('Lifetime of machines');
  expect(lifetime).toHaveValue('540');
  await desk.user.clear(lifetime);
  await desk.user.type(lifetime, '600');
  await desk.user.click(sheet.getByRole('button', { name: 'Preview the change' }));
  await signIn(desk, { sheet: name, reason: 'machines last longer' });
  await desk.screen.findByText('Proposed: it waits for a second person');
  const fields = { dailyEmission: '1000', fullHash: '5000.5', machineLifetimeDays: 600 };
  await expectSigned(network, 'POST /api/ops/mining/set', { fields, reason: 'machines last longer' });
});

test('a granted node type is listed with its reason; a level for the same member starts from that grant', async () => {
  const { network, open } = prepareRewards();
  network.reply('POST /api/ops/preview', samplePreview({ subject: 'member' }));
  network.reply('POST /api/ops/memberStatus/grant', DONE);
  const desk = await open('/rewards');
  const panel = await panelOf(desk, GRANTS);
  const table = await within(panel).findByRole('table', { name: GRANTS });
  await within(table).findByText('runs the office in Nairobi');
  expect(rowsOf(table).map((cells) => cells.slice(0, 6))).toEqual([
    ['2026-11-20 12:00:00 +08', '0xb2b2…b2b2', 'Community node', '', 'runs the office in Nairobi', 'Not yet'],
  ]);
  const name = 'Grant a node type or level';
  await desk.press(name, within(table));
  const sheet = within(await desk.screen.findByRole('dialog', { name }));
  expect(sheet.getByLabelText('Node type')).toHaveDisplayValue('Community node');
  await desk.user.click(sheet.getByRole('button', { name: 'Preview the change' }));
  await signIn(desk, { sheet: name, reason: 'as agreed' });
  await desk.screen.findByText('It has taken effect');
  const { address, nodeType, rewardLevel } = memberGrant(NOW);
  const fields = { address, nodeType, rewardLevel };
  await expectSigned(network, 'POST /api/ops/memberStatus/grant', { fields, reason: 'as agreed' });
});

test('grants are filtered by member; an invalid address is not sent', async () => {
  const LIST = 'POST /api/ops/memberStatus/grants';
  const { network, open } = prepareRewards();
  const desk = await open('/rewards');
  const panel = await panelOf(desk, GRANTS);
  const member = within(panel).getByLabelText('User');
  await desk.user.type(member, '0x12{Enter}');
  expect(await within(panel).findByText(/^The address is not valid/)).toBeVisible();
  expect(network.calls(LIST)).toEqual([PAGE]);
  await desk.user.clear(member);
  await desk.user.type(member, `${COLLEAGUE.address}{Enter}`);
  await expect.poll(() => network.calls(LIST).at(-1)).toEqual({ address: COLLEAGUE.address, ...PAGE });
  expect(desk.address()).toBe(`/rewards?member=${COLLEAGUE.address}`);
  await desk.user.selectOptions(within(panel).getByLabelText('What was granted'), 'Levels');
  await expect.poll(() => network.calls(LIST).at(-1)).toEqual({ of: 'levels', address: COLLEAGUE.address, ...PAGE });
});

test('a grant in alarm is released, a waiting one sent again; an acknowledged one has no action', async () => {
  const { network, open } = prepareRewards({ role: 'operator' });
  const waiting = exchangeGrant(NOW, { machineId: '72', state: 'waiting', attempts: 4, acknowledgedAt: null });
  const alarm = exchangeGrant(NOW, {
    ...{ machineId: '73', state: 'alarm', attempts: 9, lastError: 'another hash rate', acknowledgedAt: null },
  });
  network.reply('POST /api/ops/grants', { items: [alarm, waiting, exchangeGrant(NOW)], nextCursor: null });
  network.reply('POST /api/ops/preview', samplePreview({ subject: 'grant 72' }));
  network.reply('POST /api/ops/grants/resend', DONE);
  const desk = await open('/rewards');
  const table = await desk.screen.findByRole('table', { name: OUTBOX });
  await within(table).findByText('another hash rate');
  expect(rowsOf(table).map(([machine, , , , ...cells]) => [machine, ...cells.slice(0, 2), cells[3]])).toEqual([
    ['73', 'Alarm', '9', 'another hash rate'],
    ['72', 'Waiting', '4', ''],
    ['71', 'Acknowledged', '1', ''],
  ]);
  const buttons = within(table).getAllByRole('button', { name: /grant/ });
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Retry a grant in alarm', 'Send a grant again now']);
  await desk.press('Send a grant again now', within(table));
  await signIn(desk, { sheet: 'Send a grant again now', reason: 'the exchange is back' });
  await desk.screen.findByText('It has taken effect');
  const sent = { fields: { machineId: '72' }, reason: 'the exchange is back' };
  await expectSigned(network, 'POST /api/ops/grants/resend', sent);
});

test('the outbox is filtered by state and member', async () => {
  const { network, open } = prepareRewards();
  const desk = await open(`/rewards?owner=${COLLEAGUE.address}`);
  const panel = await panelOf(desk, OUTBOX);
  await desk.user.selectOptions(within(panel).getByLabelText('State'), 'Alarm');
  const filters = { state: 'alarm', address: COLLEAGUE.address };
  await expect.poll(() => network.calls('POST /api/ops/grants').at(-1)).toEqual({ ...filters, ...PAGE });
  expect(within(panel).getByLabelText('User')).toHaveValue(COLLEAGUE.address);
});

test('an account at the exchange is found by its UID, and freed', async () => {
  const FIND = 'POST /api/ops/exchangeAccounts';
  const { network, open } = prepareRewards();
  const account = { address: COLLEAGUE.address, boundAt: NOW };
  network.answer(FIND, ({ uid }) => ({ account: uid === '123456' ? account : null }));
  network.reply('POST /api/ops/preview', samplePreview({ subject: 'exchange account' }));
  network.reply('POST /api/ops/exchangeAccounts/free', DONE);
  const desk = await open('/rewards?uid=999999');
  const panel = await panelOf(desk, ACCOUNTS);
  expect(await within(panel).findByText('This UID is bound to no address.')).toBeVisible();
  const uid = within(panel).getByLabelText('Exchange UID');
  await desk.user.clear(uid);
  await desk.user.type(uid, '123456{Enter}');
  expect(await within(panel).findByText(/bound/)).toHaveTextContent(
    `${COLLEAGUE.address} · bound 2026-11-20 12:00:00 +08`,
  );
  expect(network.calls(FIND)).toEqual([{ uid: '999999' }, { uid: '123456' }]);
  await desk.press('Free an exchange account', within(panel));
  await signIn(desk, { sheet: 'Free an exchange account', reason: 'it is bound to another' });
  await desk.screen.findByText('It has taken effect');
  const sent = { fields: { address: COLLEAGUE.address }, reason: 'it is bound to another' };
  await expectSigned(network, 'POST /api/ops/exchangeAccounts/free', sent);
});

test('a viewer reads the room and may change none of it', async () => {
  const { screen } = await prepareRewards({ role: 'viewer' }).open('/rewards');
  // A button for each setting, one for grants and one for the listed grant.
  await expect.poll(() => screen.queryAllByText('Your role (viewer) does not permit this action').length).toBe(5);
});
