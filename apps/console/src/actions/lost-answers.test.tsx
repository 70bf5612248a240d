import { startClock } from '@city-mint/client/testing/start-clock.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Desk, OPERATOR, type OpenDesk, prepareDesk } from '#testing/desk.tsx';
import { signedEntry } from '#testing/replies/log.ts';
import { DONE, samplePreview, signIn } from '#testing/sign-action.ts';

const PAUSE = 'POST /api/ops/pause';
const TITLE = 'Pause a part of the system';
const REASON = 'whose answer is lost';

function prepareLimits(): Desk {
  const desk = prepareDesk();
  const part = {
    part: 'joins',
    paused: false,
    reason: null,
    changedBy: null,
    changedAt: 0,
    pausedSince: null,
  } as const;
  desk.network.reply('POST /api/ops/controls', {
    ...{ at: 0, parts: [part], limits: [], dayUse: [], newAddressHoldHours: 0 },
    reserve: { balance: '0', cap: '0', treasury: '0' },
  });
  desk.network.reply('POST /api/ops/preview', samplePreview());
  return desk;
}

async function pauseJoins(desk: OpenDesk) {
  await desk.press('Pause: Joining');
  await desk.screen.findByRole('region', { name: 'Preview' });
  await signIn(desk, { sheet: TITLE, reason: REASON });
  return within(desk.screen.getByRole('dialog', { name: TITLE }));
}

const requestIds = ({ network }: Desk) => network.calls(PAUSE).map((body) => Object(body).requestId);

test('a request without an answer is sent again as it is, signed once, and its outcome is shown', async () => {
  const clock = startClock();
  const desk = prepareLimits();
  let sent = 0;
  desk.network.handle(PAUSE, () => {
    sent += 1;
    // The server performs it; its answer does not arrive.
    if (sent === 1) throw new TypeError('fetch failed');
    return Response.json({ code: 200, msg: '', data: DONE });
  });
  const sheet = await pauseJoins(await desk.open('/limits'));
  expect(await sheet.findByText(/sending it again never applies it twice/)).toBeVisible();
  expect(sheet.getByLabelText('Reason')).toBeDisabled();
  await clock.advance(2_000);
  expect(await sheet.findByText('It has taken effect')).toBeVisible();
  const [first, second] = requestIds(desk);
  expect([requestIds(desk).length, first === second]).toEqual([2, true]);
  expect(desk.wallet.calls('eth_signTypedData_v4')).toHaveLength(1);
});

test('a second click while the wallet asks or the request is under way signs nothing again', async () => {
  const desk = prepareLimits();
  const answered = Promise.withResolvers<Response>();
  desk.network.handle(PAUSE, () => answered.promise);
  const open = await desk.open('/limits');
  await open.press('Pause: Joining');
  const sheet = within(await open.screen.findByRole('dialog', { name: TITLE }));
  await open.user.type(await sheet.findByLabelText('Reason'), REASON);
  await open.user.dblClick(sheet.getByRole('button', { name: 'Sign with the wallet' }));
  const busy = await sheet.findByRole('button', { name: 'Sending' });
  await open.user.click(busy);
  answered.resolve(Response.json({ code: 200, msg: '', data: DONE }));
  await sheet.findByText('It has taken effect');
  expect([requestIds(desk).length, desk.wallet.calls('eth_signTypedData_v4').length]).toEqual([1, 1]);
});

test('after three tries without an answer the outcome is unknown until the log says it', async () => {
  const clock = startClock();
  const desk = prepareLimits();
  desk.network.disconnect(PAUSE);
  const open = await desk.open('/limits');
  const sheet = await pauseJoins(open);
  await sheet.findByText(/Waiting for the outcome/);
  await clock.advance(2_000);
  await clock.advance(4_000);
  expect(await sheet.findByText(/the action may have taken effect/)).toBeVisible();
  expect(requestIds(desk)).toHaveLength(3);
  const again = await open.reload();
  const reopened = within(await again.screen.findByRole('dialog', { name: TITLE }));
  expect(await reopened.findByText(/the action may have taken effect/)).toBeVisible();
  expect(reopened.getByRole('button', { name: 'Sign with the wallet' })).toHaveAttribute('aria-disabled', 'true');
  const entry = {
    logId: '71',
    at: 0,
    account: OPERATOR,
    key: PAUSE,
    fields: { part: 'joins' },
    reason: REASON,
  } as const;
  desk.network.refuse(PAUSE, { error: 'signature-used', code: 409 });
  desk.network.reply('POST /api/ops/log', { items: [await signedEntry(entry)], nextCursor: null });
  await again.user.click(reopened.getByRole('button', { name: 'Ask what became of it' }));
  expect(await reopened.findByText('It has taken effect')).toBeVisible();
  const [id] = requestIds(desk);
  expect(desk.network.calls('POST /api/ops/log')).toEqual([{ requestId: id, limit: 1 }]);
  expect(desk.wallet.calls('eth_signTypedData_v4')).toHaveLength(1);
});

test('a request that arrived and is not in the log was refused, and can be signed again', async () => {
  const clock = startClock();
  const desk = prepareLimits();
  let sent = 0;
  desk.network.handle(PAUSE, () => {
    sent += 1;
    if (sent === 1) throw new TypeError('fetch failed');
    return Response.json({ code: 409, msg: '', data: null, error: 'signature-used', details: {} });
  });
  desk.network.reply('POST /api/ops/log', { items: [], nextCursor: null });
  const sheet = await pauseJoins(await desk.open('/limits'));
  await sheet.findByText(/Waiting for the outcome/);
  await clock.advance(2_000);
  expect(await sheet.findByText(/^The request arrived and was refused/)).toBeVisible();
  expect(sheet.getByRole('button', { name: 'Sign with the wallet' })).not.toHaveAttribute('aria-disabled');
});
