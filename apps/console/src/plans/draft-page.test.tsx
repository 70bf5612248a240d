import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { act, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COLLEAGUE, type Desk, OPERATOR, prepareDesk } from '#testing/desk.tsx';

const NOW = Date.UTC(2026, 10, 20, 4);
const SAVE = 'POST /api/ops/drafts/save';
const DETAIL = 'POST /api/ops/drafts/detail';

type Draft = ReplyOf<typeof DETAIL>;

const DRAFT: Draft = {
  ...{ draftId: '9', name: 'Next phase', city: 'Nairobi', version: 3, savedBy: COLLEAGUE.address, savedAt: NOW },
  fields: { city: 'Nairobi', phase: '2', lossBps: '300' },
};

/** A server that stores the draft; each save has the next version. */
function prepareDraft(options: Parameters<typeof prepareDesk>[0] = {}) {
  const desk = prepareDesk(options);
  const { network } = desk;
  let stored = DRAFT;
  const store = (name: string, fields: Draft['fields']) => {
    stored = { ...stored, name, fields, version: stored.version + 1, savedBy: OPERATOR.address };
    const { fields: _fields, ...listed } = stored;
    return listed;
  };
  network.answer(DETAIL, () => stored);
  network.answer(SAVE, ({ name, fields }) => store(name, fields));
  network.reply('POST /api/ops/plans/last', {
    planId: null,
    plan: null,
    funds: { reserve: '0', reserveCap: '0', emission: '0' },
  });
  network.reply('POST /api/ops/cities', { items: [], nextCursor: null });
  network.reply('POST /api/ops/plans', { items: [], nextCursor: null });
  network.reply('POST /api/ops/drafts', { items: [], nextCursor: null });
  return { ...desk, stored: () => stored };
}

const saves = ({ network }: Pick<Desk, 'network'>) => network.calls(SAVE).map((body) => Object(body));

test('a draft opens with its fields as they were typed, and says which version is saved', async () => {
  const desk = await prepareDraft().open('/plans/drafts/9');
  expect(await desk.screen.findByRole('heading', { level: 1, name: 'Next phase' })).toBeVisible();
  expect(desk.screen.getByLabelText('Phase')).toHaveValue('2');
  expect(desk.screen.getByText('Saved (version 3)')).toBeVisible();
});

test('a change is saved by itself a moment after the last key, whole and over its version', async () => {
  const prepared = prepareDraft();
  const { screen, user } = await prepared.open('/plans/drafts/9');
  const phase = await screen.findByLabelText('Phase');
  await user.clear(phase);
  await user.type(phase, '17');
  expect(screen.getByText('Not saved yet')).toBeVisible();
  expect(await screen.findByText('Saved (version 4)')).toBeVisible();
  expect(saves(prepared)).toEqual([
    { draftId: '9', version: 3, name: 'Next phase', fields: { ...DRAFT.fields, phase: '17' } },
  ]);
});

test('leaving the draft saves unsaved changes, and coming back shows them', async () => {
  const prepared = prepareDraft();
  const { screen, user } = await prepared.open('/plans/drafts/9');
  const phase = await screen.findByLabelText('Phase');
  await user.type(phase, '8');
  await user.click(screen.getByRole('link', { name: /All plans/ }));
  expect(await screen.findByText('No drafts')).toBeVisible();
  await expect.poll(() => prepared.stored().fields['phase']).toBe('28');
});

test.each(['pagehide', 'visibilitychange'])('a page that is closed or hidden saves immediately: %s', async (event) => {
  const prepared = prepareDraft();
  const { screen, user } = await prepared.open('/plans/drafts/9');
  await user.type(await screen.findByLabelText('Phase'), '9');
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  act(() => void (event === 'pagehide' ? dispatchEvent(new Event(event)) : document.dispatchEvent(new Event(event))));
  Reflect.deleteProperty(document, 'visibilityState');
  await expect.poll(() => prepared.stored().fields['phase']).toBe('29');
});

test('a save that was lost is named in the next one, so that it may be replaced', async () => {
  const prepared = prepareDraft();
  const { screen, user } = await prepared.open('/plans/drafts/9');
  const phase = await screen.findByLabelText('Phase');
  prepared.network.disconnect(SAVE);
  await user.type(phase, '1');
  await expect.poll(() => saves(prepared).length).toBe(1);
  expect(await screen.findByText(/^Not saved: The server did not answer/)).toBeVisible();
  prepared.network.answer(SAVE, () => ({ ...DRAFT, version: 4 }));
  await user.type(phase, '2');
  expect(await screen.findByText('Saved (version 4)')).toBeVisible();
  expect(saves(prepared).at(-1)).toMatchObject({
    ...{ version: 3, fields: { phase: '212' } },
    unanswered: { name: 'Next phase', fields: { phase: '21' } },
  });
});

test('the change of someone else is overwritten only when the operator asks for it', async () => {
  const prepared = prepareDraft();
  const { screen, user } = await prepared.open('/plans/drafts/9');
  const phase = await screen.findByLabelText('Phase');
  prepared.network.refuse(SAVE, { error: 'draft-changed', code: 409 });
  await user.type(phase, '1');
  expect(await screen.findByText(/^Another operator has just changed this draft/)).toBeVisible();
  await user.type(phase, '2');
  expect(phase).toHaveValue('212');
  prepared.network.answer(DETAIL, () => ({ ...DRAFT, version: 7 }));
  prepared.network.answer(SAVE, () => ({ ...DRAFT, version: 8 }));
  await user.click(screen.getByRole('button', { name: 'Overwrite it with mine' }));
  expect(await screen.findByText('Saved (version 8)')).toBeVisible();
  expect(saves(prepared).at(-1)).toMatchObject({ version: 7, fields: { phase: '212' } });
});

test('the latest version of someone else can be taken in place of one’s own', async () => {
  const prepared = prepareDraft();
  const { screen, user } = await prepared.open('/plans/drafts/9');
  prepared.network.refuse(SAVE, { error: 'draft-changed', code: 409 });
  await user.type(await screen.findByLabelText('Phase'), '1');
  const theirs = await screen.findByRole('button', { name: 'Drop my changes and read the latest' });
  prepared.network.disconnect(DETAIL);
  await user.click(theirs);
  expect(await screen.findByText(/The server did not answer/)).toBeVisible();
  expect(screen.getByLabelText('Phase')).toHaveValue('21');
  prepared.network.answer(DETAIL, () => ({ ...DRAFT, version: 7, fields: { ...DRAFT.fields, phase: '5' } }));
  await user.click(theirs);
  expect(await screen.findByText('Saved (version 7)')).toBeVisible();
  expect(screen.getByLabelText('Phase')).toHaveValue('5');
  expect(saves(prepared)).toHaveLength(1);
});

test('a draft is deleted only when asked twice', async () => {
  const prepared = prepareDraft();
  prepared.network.reply('POST /api/ops/drafts/delete', {});
  const { screen, user, address } = await prepared.open('/plans/drafts/9');
  await user.click(await screen.findByRole('button', { name: 'Delete the draft' }));
  expect(prepared.network.calls('POST /api/ops/drafts/delete')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete it for good' }));
  await expect.poll(address).toBe('/plans');
  expect(prepared.network.calls('POST /api/ops/drafts/delete')).toEqual([{ draftId: '9', version: 3 }]);
});

test('a viewer reads a draft and can change nothing of it', async () => {
  const { screen } = await prepareDraft({ role: 'viewer' }).open('/plans/drafts/9');
  expect(await screen.findByText('Creating and editing drafts needs the role “operator”.')).toBeVisible();
  expect(screen.getByLabelText('Phase')).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Delete the draft' })).toBeNull();
});

test('a new draft begins with a crowd to simulate, and opens', async () => {
  const prepared = prepareDraft();
  const { fields: _fields, ...listed } = DRAFT;
  prepared.network.reply('POST /api/ops/drafts/begin', listed);
  const desk = await prepared.open('/plans');
  await desk.press('Begin a draft');
  await expect.poll(desk.address).toBe('/plans/drafts/9');
  const [begun] = prepared.network.calls('POST /api/ops/drafts/begin').map(Object);
  expect(begun).toMatchObject({ name: 'Untitled plan', fields: { simulationSeed: '42', simulationRuns: '500' } });
});

test('plans are listed with their state, filtered in the address and in the call', async () => {
  const prepared = prepareDraft();
  const PLANS = 'POST /api/ops/plans';
  prepared.network.reply(PLANS, {
    items: [
      {
        ...{ planId: '5', city: 'Nairobi', phase: 2, state: 'running', unreadable: true, rounds: null },
        ...{ firstOpensAt: null, firstQuota: null, nextPhaseTime: null, publishedAt: NOW },
      },
    ],
    nextCursor: null,
  });
  const { screen, user, address } = await prepared.open('/plans');
  const table = within(await screen.findByRole('table', { name: 'Plans' }));
  expect(await table.findByText('This release cannot read it')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('State'), 'Revoked');
  await expect.poll(() => prepared.network.calls(PLANS).at(-1)).toEqual({ state: 'revoked', cursor: null, limit: 50 });
  expect(address()).toBe('/plans?state=revoked');
});
