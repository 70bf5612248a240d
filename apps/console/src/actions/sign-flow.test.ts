import { NetworkError } from '@city-mint/api-contract/client';
import { WALLET_ERRORS } from '@city-mint/tests/field/wallet-errors';
import { expect, test } from 'vitest';
import type { ActionOutcome } from './action-outcome.ts';
import { type ActionAnswer, sendSigned, walletProblemOf } from './sign-flow.ts';

const REQUEST = { requestId: '7d0f9a3e-6f3e-4c0e-9a51-0e4f3c1c2b6a', issuedAt: 1_700_000_000_000 };
const DONE: ActionOutcome = { state: 'done', logId: '7', proposalId: null, expiresAt: null };

const refusal = (error: string, code = 409): ActionAnswer => ({ ok: false, code, error, msg: error, details: {} });
const done: ActionAnswer = { ok: true, data: DONE };
const lost = () => Promise.reject(new NetworkError('no answer'));

/** Sends with the given sequence of answers and the given log. Returns the result and the requests sent. */
async function send(
  answers: readonly (ActionAnswer | 'lost')[],
  { logged = null, wasSent = false }: { logged?: ActionOutcome | null; wasSent?: boolean } = {},
) {
  const sent: string[] = [];
  const result = await sendSigned(
    REQUEST,
    {
      send: async ({ requestId }) => {
        const answer = answers[sent.length] ?? 'lost';
        sent.push(requestId);
        return answer === 'lost' ? lost() : answer;
      },
      findInLog: async () => logged,
      wait: async () => undefined,
    },
    wasSent,
  );
  return { result, sent };
}

test('default: one request, one answer', async () => {
  expect(await send([done])).toEqual({ result: { state: 'done', outcome: DONE }, sent: [REQUEST.requestId] });
});

test('behavior: after a lost answer the same request is sent again, and the log says that it was applied', async () => {
  const { result, sent } = await send(['lost', refusal('signature-used')], { logged: DONE });
  expect(result).toEqual({ state: 'done', outcome: DONE });
  expect(sent).toEqual([REQUEST.requestId, REQUEST.requestId]);
});

test('behavior: a refusal of the retry says nothing about the first attempt', async () => {
  const expired = await send(['lost', refusal('signature-not-current')], { logged: DONE });
  expect(expired.result.state).toBe('done');
});

test('behavior: a received request that is not in the log counts as refused', async () => {
  expect((await send(['lost', refusal('signature-used')])).result).toEqual({ state: 'not-applied' });
});

test('behavior: retries after "busy", since the request may have been passed on', async () => {
  const { result, sent } = await send([refusal('busy', 503), done]);
  expect([result.state, sent.length]).toEqual(['done', 2]);
});

test('error: returns a refusal of the first attempt without reading the log', async () => {
  const { result } = await send([refusal('version-changed')], { logged: DONE });
  expect(result).toMatchObject({ state: 'refused', error: 'version-changed' });
});

test('error: without an answer the outcome is unknown, and a retry sends the same request', async () => {
  expect((await send(['lost', 'lost', 'lost'])).result).toEqual({ state: 'unknown' });
  const again = await send([refusal('signature-used')], { logged: DONE, wasSent: true });
  expect(again).toEqual({ result: { state: 'done', outcome: DONE }, sent: [REQUEST.requestId] });
});

test('error: an unreadable log after a lost answer leaves the outcome unknown', async () => {
  const result = await sendSigned(
    REQUEST,
    {
      send: async () => refusal('signature-used'),
      findInLog: lost,
      wait: async () => undefined,
    },
    true,
  );
  expect(result).toEqual({ state: 'unknown' });
});

test.each(WALLET_ERRORS)('walletProblemOf: $seen, $error: $right', ({ error, right }) => {
  expect(walletProblemOf(new Error('x', { cause: error }))).toBe(right === 'rejected' ? 'refused' : 'failed');
});

test('walletProblemOf: why a wallet did not sign', () => {
  const named = (name: string) => Object.assign(new Error(name), { name });
  expect([
    walletProblemOf(new Error('x', { cause: Object.assign(new Error('User rejected'), { code: 4001 }) })),
    walletProblemOf(named('WalletMissingError')),
    walletProblemOf(named('OtherAccountError')),
    walletProblemOf(new Error('boom')),
  ]).toEqual(['refused', 'missing', 'other-account', 'failed']);
});
