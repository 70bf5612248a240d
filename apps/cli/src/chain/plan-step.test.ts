import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { decodeFunctionData, type Hex, keccak256, maxUint64 } from 'viem';
import { describe, expect, test } from 'vitest';
import { VAULT } from '../testing/fake-vault.ts';
import { dutyCall } from './duty-call.ts';
import { planStep } from './plan-step.ts';
import type { Subject } from './read-subject.ts';
import type { Failure } from './simulate-call.ts';

const RULE = { listed: true, window: 0n, minDeposit: 0n, windowCap: 0n };
const call = dutyCall({ kind: 'unpause-withdrawals' }, { vault: VAULT, anchors: VAULT }, RULE);
const id = keccak256(call.data);
const change = { id, announced: true, readyAt: null, approved: 'no' } as const;
const subject: Subject = {
  ...{ call, sender: 'admin', allow: null, isReached: false, isOnce: false, refusal: null, verdict: null, change },
  ...{ rule: null, funded: null },
};

const decoded = (data: Hex) => decodeFunctionData({ abi: vaultAbi, data });

describe('the next step', () => {
  test.each<[string, Failure, string]>([
    ['not announced', { name: 'ChangeNotAnnounced', args: [id] }, 'announce'],
    ['lapsed', { name: 'ChangeLapsed', args: [5n] }, 'announce-again'],
  ])('%s: the call itself is announced', (_state, verdict, kind) => {
    const step = planStep({ ...subject, verdict });
    expect(step).toMatchObject({ kind, sender: 'admin', call: { to: VAULT, value: 0n } });
    if (!('call' in step)) throw new Error('no call');
    expect(decoded(step.call.data)).toEqual({ functionName: 'announceChange', args: [call.data] });
  });

  test.each([
    ['not approved', { name: 'ChangeNotApproved', args: [id] }],
    ['not ready before an approval', { name: 'ChangeNotReady', args: [maxUint64] }],
  ])('%s: a protector approves it by its id', (_state, verdict) => {
    const step = planStep({ ...subject, verdict });
    expect(step).toMatchObject({ kind: 'approve', sender: 'protector', call: { to: VAULT, value: 0n } });
    if (!('call' in step)) throw new Error('no call');
    expect(decoded(step.call.data)).toEqual({ functionName: 'approveChange', args: [id] });
  });

  test('its delay has not passed: wait', () => {
    expect(planStep({ ...subject, verdict: { name: 'ChangeNotReady', args: [7n] } })).toEqual({
      kind: 'wait',
      until: 7n,
    });
  });

  test('it passes: the call itself', () => {
    expect(planStep(subject)).toEqual({ kind: 'call', call, sender: 'admin' });
  });

  test('reached: done, whatever else is so', () => {
    const verdict = { name: 'ChangeNotAnnounced', args: [id] };
    expect(planStep({ ...subject, isReached: true, verdict })).toEqual({ kind: 'done' });
  });

  test('refused for another reason, or before that: no call', () => {
    const failure = { name: 'SignerRetired', args: [VAULT] };
    expect(planStep({ ...subject, verdict: failure })).toEqual({ kind: 'refused', failure });
    expect(planStep({ ...subject, refusal: failure })).toEqual({ kind: 'refused', failure });
    expect(planStep({ ...subject, change: null, verdict: failure })).toEqual({ kind: 'refused', failure });
  });

  test('no state shows that it was sent: once', () => {
    expect(planStep({ ...subject, isOnce: true })).toEqual({ kind: 'call-once', call, sender: 'admin' });
  });

  test('FMC: what precedes it', () => {
    const allow = { ...call, data: '0x1234' } as const;
    expect(planStep({ ...subject, allow, sender: 'funder' })).toEqual({ kind: 'allow', call: allow, sender: 'funder' });
  });
});
