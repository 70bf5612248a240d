import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COLLEAGUE, type Desk, OPERATOR, prepareDesk } from '#testing/desk.tsx';
import { factsOf, headingsOf, rowsOf } from '#testing/read-table.ts';
import { DONE, expectSigned, proposedOutcome, samplePreview, signIn } from '#testing/sign-action.ts';

const NOW = Date.UTC(2026, 10, 20, 4);
const TEXTS = 'POST /api/ops/texts';
const PREVIEW = 'POST /api/ops/texts/preview';

type Text = ReplyOf<typeof TEXTS>['items'][number];

const OVERRIDE = { text: 'Now {time}', changedAt: NOW, proposedBy: COLLEAGUE.address, changedBy: OPERATOR.address };
const TEXT: Text = {
  ...{ key: 'home.asOf', area: 'home', placeholders: ['time'] },
  texts: [
    { lang: 'zh', bundled: '截至 {time}', override: null },
    { lang: 'en', bundled: 'As of {time}', override: OVERRIDE },
    { lang: 'zhHK', bundled: '截至 {time}。', override: null },
    { lang: 'th', bundled: 'ณ {time}', override: null },
  ],
};

function prepareContent(options: Parameters<typeof prepareDesk>[0] = {}): Desk {
  const desk = prepareDesk(options);
  desk.network.reply(TEXTS, { items: [TEXT], nextCursor: null, areas: ['home'], keys: 1, overridden: 1 });
  desk.network.reply('POST /api/ops/qa', {
    questions: [
      { key: 'what', published: true, texts: [{ lang: 'en', question: 'What is it?', answer: 'A mint.' }] },
      { key: 'how', published: false, texts: [{ lang: 'en', question: 'How?', answer: 'So.' }] },
    ],
    contacts: [{ key: 'mail', kind: 'email', label: 'Write to us', url: 'mailto:desk@example.org' }],
  });
  return desk;
}

test('texts are listed in the operator’s language first, and filtered by words, area and state', async () => {
  const { network, open } = prepareContent();
  const { screen, user, address } = await open('/content');
  const table = await screen.findByRole('table', { name: 'Texts of the page' });
  await within(table).findByText('home.asOf');
  expect(headingsOf(table)).toEqual(['Key', 'English', '简体中文', '繁體中文（香港）', 'Override']);
  expect(rowsOf(table)).toEqual([['home.asOf', 'Now {time}', '截至 {time}', '截至 {time}。', '1 language']]);
  await user.type(screen.getByLabelText('Key or words'), 'as of{Enter}');
  await user.selectOptions(screen.getByLabelText('State'), 'Overridden');
  await user.selectOptions(screen.getByLabelText('Area'), 'home');
  await expect
    .poll(() => network.calls(TEXTS).at(-1))
    .toEqual({
      ...{ area: 'home', search: 'as of', state: 'overridden', cursor: null, limit: 50 },
    });
  expect(address()).toContain('area=home');
});

test('the editor shows the bundled text, the override and its two operators', async () => {
  const { screen, user, address } = await prepareContent().open('/content');
  await user.click(await screen.findByText('home.asOf'));
  const editor = await screen.findByRole('region', { name: 'Edit home.asOf' });
  expect(address()).toBe('/content?key=home.asOf');
  expect(await within(editor).findByText('Keep the placeholders as they are: {time}')).toBeVisible();
  const english = within(editor).getByText('en').closest('li');
  expect(english).toHaveTextContent('As of {time}');
  expect(english).toHaveTextContent(/Confirmed 2026-11-20 12:00:00 \+08 by 0x19E7…ff2A, proposed by 0x1563/);
  expect(within(editor).getByLabelText('New text (ไทย)')).toHaveValue('ณ {time}');
  await user.click(within(editor).getByRole('button', { name: 'Close the editor' }));
  await expect.poll(address).toBe('/content');
});

test('a text that could mislead or lacks a placeholder is neither previewed nor proposed', async () => {
  const { network, open } = prepareContent();
  const { screen, user } = await open('/content?key=home.asOf');
  const field = await screen.findByLabelText('New text (ไทย)');
  await user.clear(field);
  await user.type(field, '<b>{{time}');
  expect(await screen.findByText('No links, markup or hidden characters: <b')).toBeVisible();
  expect(field).toBeInvalid();
  await user.clear(field);
  await user.type(field, 'ณ');
  expect(await screen.findByText('It needs exactly the placeholders of the bundled text: {time}')).toBeVisible();
  expect(field).toHaveAccessibleDescription('It needs exactly the placeholders of the bundled text: {time}');
  expect(screen.queryByRole('button', { name: 'Propose' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Preview in the page' }));
  expect(network.calls(PREVIEW)).toEqual([]);
  expect(field).toHaveValue('ณ');
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(field).toHaveValue('ณ {time}');
});

test('a preview publishes nothing, and a later change makes it void', async () => {
  const { network, open } = prepareContent();
  network.reply(PREVIEW, { token: 't', expiresAt: NOW, pageUrl: 'https://example.org/?preview=t' });
  const { screen, user } = await open('/content?key=home.asOf');
  const field = await screen.findByLabelText('New text (ไทย)');
  await user.type(field, '!');
  await user.click(screen.getByRole('button', { name: 'Preview in the page' }));
  const link = await screen.findByRole('link', { name: 'Open the preview' });
  expect(link).toHaveAttribute('href', 'https://example.org/?preview=t');
  expect(screen.getByText(/ready until 2026-11-20 12:00:00 \+08/)).toBeVisible();
  expect(network.calls(PREVIEW)).toEqual([{ key: 'home.asOf', languages: ['th'], texts: ['ณ {time}!'] }]);
  await user.type(field, '!');
  expect(screen.queryByRole('link', { name: 'Open the preview' })).toBeNull();
  network.refuse(PREVIEW, { error: 'role-too-low', msg: 'Your role does not permit this' });
  await user.click(screen.getByRole('button', { name: 'Preview in the page' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your role does not permit this');
});

test('several languages are proposed by one signature over all of them', async () => {
  const { network, open } = prepareContent();
  network.reply('POST /api/ops/preview', samplePreview({ subject: 'text home.asOf', operators: 2 }));
  network.reply('POST /api/ops/texts/translate', proposedOutcome(NOW));
  const desk = await open('/content?key=home.asOf');
  await desk.user.type(await desk.screen.findByLabelText('New text (ไทย)'), '!');
  await desk.user.type(desk.screen.getByLabelText('New text (English)'), '!');
  expect(desk.screen.getByText('2 languages changed')).toBeVisible();
  await desk.press('Propose');
  await signIn(desk, { sheet: 'Change a text in several languages', reason: 'said as people say it' });
  await desk.screen.findByText('Proposed: it waits for a second person');
  const fields = { key: 'home.asOf', languages: ['en', 'th'], texts: ['Now {time}!', 'ณ {time}!'] };
  await expectSigned(network, 'POST /api/ops/texts/translate', { fields, reason: 'said as people say it' });
});

test('the bundled text is restored by a signature over no text', async () => {
  const { network, open } = prepareContent();
  network.reply('POST /api/ops/preview', samplePreview({ subject: 'text home.asOf', operators: 2 }));
  network.reply('POST /api/ops/texts/set', proposedOutcome(NOW));
  const desk = await open('/content?key=home.asOf');
  await desk.press('Restore bundled text');
  await signIn(desk, { sheet: 'Change a text of the page', reason: 'the old one was better' });
  await desk.screen.findByText('Proposed: it waits for a second person');
  const fields = { lang: 'en', key: 'home.asOf', text: null };
  await expectSigned(network, 'POST /api/ops/texts/set', { fields, reason: 'the old one was better' });
});

test('a key that the page does not have says so', async () => {
  const { screen } = await prepareContent().open('/content?key=home.nothing');
  const editor = within(await screen.findByRole('region', { name: 'Edit home.nothing' }));
  expect(await editor.findByText('No text matches')).toBeVisible();
});

test('questions are moved first and proposed once, in their new order', async () => {
  const { network, open } = prepareContent();
  network.reply('POST /api/ops/preview', samplePreview({ subject: 'questions', operators: 2 }));
  network.reply('POST /api/ops/qa/order', proposedOutcome(NOW));
  const desk = await open('/content?tab=questions');
  await desk.press('Move how up');
  const list = () => within(desk.screen.getByRole('tabpanel')).getAllByRole('listitem')[0];
  expect(list()).toHaveTextContent('How?');
  await desk.user.click(desk.screen.getByRole('button', { name: 'Back to the order now' }));
  expect(list()).toHaveTextContent('What is it?');
  await desk.press('Move what down');
  await desk.press('Propose this order');
  await signIn(desk, { sheet: 'Order the questions', reason: 'how comes first' });
  await desk.screen.findByText('Proposed: it waits for a second person');
  await expectSigned(network, 'POST /api/ops/qa/order', {
    fields: { keys: ['how', 'what'] },
    reason: 'how comes first',
  });
});

test('a contact is edited with its own scheme only', async () => {
  const { network, open } = prepareContent();
  network.reply('POST /api/ops/preview', samplePreview({ subject: 'contact mail', operators: 2 }));
  const desk = await open('/content?tab=contacts');
  expect(await desk.screen.findByText('E-mail · mailto:desk@example.org')).toBeVisible();
  await desk.press('Edit');
  const sheet = within(await desk.screen.findByRole('dialog', { name: 'Save a contact link' }));
  const link = sheet.getByDisplayValue('mailto:desk@example.org');
  await desk.user.clear(link);
  await desk.user.type(link, 'https://example.org');
  await desk.user.click(sheet.getByRole('button', { name: 'Preview the change' }));
  expect(link).toBeInvalid();
  expect(network.calls('POST /api/ops/preview')).toEqual([]);
});

test('each announcement shows its texts, its period and whether it is shown now', async () => {
  const desk = prepareContent();
  const announcement = (key: string, startsAt: number) => ({
    ...{ key, kind: 'maintenance' as const, startsAt, endsAt: startsAt + 3_600_000 },
    ...{ changedAt: NOW, changedBy: OPERATOR.address },
    texts: [{ lang: 'en' as const, title: `Title of ${key}`, text: 'We clean up.' }],
  });
  const now = Date.now();
  desk.network.reply('POST /api/ops/announcements', {
    announcements: [
      announcement('later', now + DAY_MS),
      announcement('running', now - 60_000),
      announcement('past', now - DAY_MS),
    ],
  });
  const { screen } = await desk.open('/content?tab=announcements');
  await screen.findByText('Title of later');
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(/^laterMaintenance.*Not yet.*Title of laterWe clean up/);
  expect(rows[1]).toMatch(/Shown now/);
  expect(rows[2]).toMatch(/Over/);
});

test('an announcement that is removed is signed by its key', async () => {
  const desk = prepareContent();
  const { network } = desk;
  const texts = [{ lang: 'en' as const, title: 'Tonight', text: 'We clean up.' }];
  const times = { startsAt: 0, endsAt: 1, changedAt: 0, changedBy: OPERATOR.address };
  network.reply('POST /api/ops/announcements', {
    announcements: [{ key: 'tonight', kind: 'general', ...times, texts }],
  });
  network.reply('POST /api/ops/preview', samplePreview({ subject: 'announcement tonight' }));
  network.reply('POST /api/ops/announcements/remove', DONE);
  const open = await desk.open('/content?tab=announcements');
  await open.press('Remove');
  await signIn(open, { sheet: 'Remove an announcement', reason: 'it is over' });
  await open.screen.findByText('It has taken effect');
  await expectSigned(network, 'POST /api/ops/announcements/remove', {
    fields: { key: 'tonight' },
    reason: 'it is over',
  });
});

test('the disclosure shows what changed since the version before, in the chosen language', async () => {
  const desk = prepareContent();
  const hash = `0x${'ab'.repeat(32)}`;
  const section = (text: string) => [{ title: 'Fees', text }];
  desk.network.answer('POST /api/ops/disclosure', ({ lang }) => ({
    current: { version: null, publishedAt: null, hash, sections: section(lang === 'th' ? 'ค่าธรรมเนียม 3%' : 'Fee 3%') },
    previous: { version: 4, publishedAt: NOW, hash, sections: section('Fee 2%') },
    versions: [{ version: 4, publishedAt: NOW, hash, participants: 1, covers: false }],
    consents: { covered: 7, mustAccept: 1 },
  }));
  const { screen, user } = await desk.open('/content?tab=disclosure');
  expect(await screen.findByText('Fees: Fee 2%', { selector: 'del' })).toBeVisible();
  expect(screen.getByText('Fees: Fee 3%', { selector: 'ins' })).toBeVisible();
  expect(factsOf(screen.getByRole('region', { name: 'As participants read it now' }))).toMatchObject({
    ...{ 'Consent still valid': '7 participants', 'Must accept again': '1 participant', Hash: hash },
  });
  expect(screen.getByText('1 participant accepted it last. Must accept again.')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Language', { selector: 'main select' }), 'ไทย');
  expect(await screen.findByText('Fees: ค่าธรรมเนียม 3%', { selector: 'ins' })).toBeVisible();
});
