import { operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { actionName } from '@city-mint/api-contract/operator/operator-action';
import {
  ANN,
  BEN,
  confirmedEntry,
  loneEntry,
  rejectedEntry,
  SYSTEM,
} from '@city-mint/api-contract/operator-client/testing/signed-entries';
import type { OperatorLogEntry } from '@city-mint/api-contract/operator-client/verify-log-entry';
import { within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { configOf } from '#testing/replies/config.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

const LOG = 'GET /api/app/operatorLog';
const { actions: texts } = zh;

async function openLog(items: OperatorLogEntry[], nextCursor: string | null = null) {
  const visitor = await prepareVisitor({ session: null });
  visitor.network.answer('GET /api/app/config', () => ({ ...configOf(Date.now()), vault: SYSTEM.vault }));
  visitor.network.reply(LOG, { items, nextCursor });
  return { ...visitor, ...(await visitor.open('/operatorLog')) };
}

test('each action is shown in the signed words with its signers', async () => {
  const { screen } = await openLog([await confirmedEntry(), await rejectedEntry(), await loneEntry()]);
  const list = await screen.findByRole('list', { name: texts.title });
  const [funded, rejected, paused] = within(list).getAllByRole('listitem');
  if (funded === undefined || rejected === undefined || paused === undefined) throw new Error('three entries');
  expect(within(funded).getByRole('heading', { name: texts.titles['reserve/fund'] })).toBeVisible();
  expect(within(funded).getAllByText('10')[0]).toBeVisible();
  expect(within(funded).getAllByText('for the new round')[0]).toBeVisible();
  expect(within(rejected).getByText('#31')).toBeVisible();
  expect(within(paused).getAllByText('joins')[0]).toBeVisible();
  const short = ({ address }: { address: string }) => `${address.slice(0, 6)}…${address.slice(-4)}`;
  expect(await within(funded).findByText(`${short(BEN)} 提议，${short(ANN)} 确认`)).toBeVisible();
  expect(await within(paused).findByText(`由 ${short(ANN)} 签名`)).toBeVisible();
  expect(screen.getByText('所示 3 条均与签名相符')).toBeVisible();
});

test('attack: an entry that a server changed is named, and counted above all', async () => {
  const entry = await confirmedEntry();
  const message = { ...entry.signed.message, amount: '1000' };
  const forged = { ...entry, signed: { ...entry.signed, message } };
  const { screen } = await openLog([forged, { ...(await loneEntry()), reason: 'as agreed' }, await rejectedEntry()]);
  expect(await screen.findByText('所示 3 条中有 2 条不符')).toBeVisible();
  expect(screen.getByText(`${texts.differs} · ${texts.faults['not-signed']}`)).toBeVisible();
  expect(screen.getByText(`${texts.differs} · 签名里的这一项不同：reason`)).toBeVisible();
});

test('the exact signed text and both signatures are one tap away', async () => {
  const entry = await confirmedEntry();
  const { screen, user } = await openLog([entry]);
  await user.click(await screen.findByText(texts.signedText));
  expect(screen.getByText(ANN.address)).toBeVisible();
  expect(screen.getByText(entry.signature)).toBeVisible();
  expect(screen.getByText(entry.proposed?.signature ?? '')).toBeVisible();
});

test('says that a build without a list of operators believes the addresses of the server', async () => {
  const { screen } = await openLog([await loneEntry()]);
  expect(await screen.findByText(texts.unlisted)).toBeVisible();
});

test('proposals and refused actions are marked; an unknown action has its name', async () => {
  const entry = await loneEntry();
  const { screen } = await openLog([
    { ...entry, action: 'propose pause', proposalId: '7' },
    { ...entry, logId: '70', action: 'refuse pause', subject: '', after: { refusal: 'nothing-changes' } },
    { ...entry, logId: '69', signed: { ...entry.signed, message: { ...entry.signed.message, action: 'old/one' } } },
  ]);
  expect(await screen.findByText(texts.outcomes.proposed)).toBeVisible();
  expect(screen.getByText(texts.outcomes.refused)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'old/one' })).toBeVisible();
});

test('an empty log says so', async () => {
  const { screen } = await openLog([]);
  expect(await screen.findByText(texts.none)).toBeVisible();
});

describe('the titles', () => {
  test('there is one for every action', () => {
    const names = [...Object.keys(operatorActions).map(actionName), 'proposals/reject'];
    expect(Object.keys(texts.titles).toSorted()).toEqual(names.toSorted());
  });
});
