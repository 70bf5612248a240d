import { describe, expect, test } from 'vitest';
import { tokenAmount, ZERO } from '../money/token-amount.ts';
import { type AutoMintChange, type AutoMintState, changeAutoMint } from './change-auto-mint.ts';

const off: AutoMintState = {
  enabled: false,
  keep: ZERO,
  perRoundMaximum: ZERO,
  stopAfterLosses: 0,
  parallelRounds: 1,
  version: 0,
};
const on: AutoMintState = { ...off, enabled: true, keep: tokenAmount(5n), version: 3 };
const ON_WITHOUT_MAXIMUM: AutoMintChange = { enabled: true, perRoundMaximum: ZERO };
const consented = { consented: true, isConfirmed: true };

describe('changeAutoMint', () => {
  test('default: turns it on; omitted settings stay', () => {
    const { version: _, ...settings } = on;
    expect(changeAutoMint({ ...on, enabled: false }, { enabled: true, version: 3 }, consented)).toEqual({
      kind: 'changed',
      settings,
      turned: 'on',
    });
  });

  test.each<[string, AutoMintChange, object]>([
    ['off', { enabled: false, version: 3 }, { kind: 'changed', turned: 'off' }],
    ['another keep', { enabled: true, keep: tokenAmount(6n) }, { kind: 'changed', turned: 'neither' }],
    ['another maximum', { enabled: true, perRoundMaximum: tokenAmount(6n) }, { kind: 'changed', turned: 'neither' }],
    ['more rounds at a time', { enabled: true, parallelRounds: 2, version: 3 }, { kind: 'changed', turned: 'neither' }],
    ['another stop', { enabled: true, stopAfterLosses: 2, version: 3 }, { kind: 'changed', turned: 'neither' }],
    ['a repeat, late', { enabled: true, version: 2 }, { kind: 'unchanged' }],
    ['an old request', { enabled: false, version: 2 }, { kind: 'refused', refusal: 'stale' }],
    ['one from the future', { enabled: false, version: 4 }, { kind: 'refused', refusal: 'stale' }],
  ])('behavior: %s', (_, change, decision) => {
    expect(changeAutoMint(on, change, consented)).toMatchObject(decision);
  });

  test('behavior: turning on needs the consent, and says so first; turning off does not', () => {
    const without = { consented: false };
    const refused = { kind: 'refused', refusal: 'consent-required' };
    expect(changeAutoMint(off, { enabled: true, version: 9 }, without)).toEqual(refused);
    expect(changeAutoMint(on, { enabled: false }, without)).toMatchObject({ kind: 'changed', turned: 'off' });
  });

  test('behavior: where joining is off it is not turned on, and that comes first; turning off goes everywhere', () => {
    const barred = { consented: false, isBarred: true };
    const refused = { kind: 'refused', refusal: 'region-not-allowed' };
    expect(changeAutoMint(off, { enabled: true, version: 9 }, barred)).toEqual(refused);
    expect(changeAutoMint(on, { enabled: false }, barred)).toMatchObject({ kind: 'changed', turned: 'off' });
  });

  test.each<[string, AutoMintState, AutoMintChange]>([
    ['turned on', off, { enabled: true }],
    ['turned on in place of a maximum', { ...off, perRoundMaximum: tokenAmount(9n) }, ON_WITHOUT_MAXIMUM],
    ['without the maximum that it had', { ...on, perRoundMaximum: tokenAmount(9n) }, ON_WITHOUT_MAXIMUM],
    ['keeping less', on, { enabled: true, keep: tokenAmount(4n) }],
    ['stopping later', { ...on, stopAfterLosses: 2 }, { enabled: true, stopAfterLosses: 3 }],
    ['more rounds at a time', on, { enabled: true, parallelRounds: 2 }],
    ['any number of rounds at a time', { ...on, parallelRounds: 3 }, { enabled: true, parallelRounds: 0 }],
    ['never stopping', { ...on, stopAfterLosses: 2 }, { enabled: true, stopAfterLosses: 0 }],
  ])('behavior: without a maximum per round, %s needs a signature', (_, state, change) => {
    expect(changeAutoMint(state, change, { consented: true })).toMatchObject({ kind: 'unconfirmed' });
    expect(changeAutoMint(state, change, consented)).toMatchObject({ kind: 'changed' });
  });

  test.each<[string, AutoMintState, AutoMintChange]>([
    ['turned on with a maximum', off, { enabled: true, perRoundMaximum: tokenAmount(1n) }],
    ['a maximum where there was none', on, { enabled: true, perRoundMaximum: tokenAmount(1n) }],
    ['keeping more', on, { enabled: true, keep: tokenAmount(6n) }],
    ['fewer rounds at a time', { ...on, parallelRounds: 0 }, { enabled: true, parallelRounds: 5 }],
    ['stopping after losses', on, { enabled: true, stopAfterLosses: 1 }],
    ['turned off', on, { enabled: false, perRoundMaximum: ZERO }],
  ])('behavior: %s needs no signature', (_, state, change) => {
    expect(changeAutoMint(state, change, { consented: true })).toMatchObject({ kind: 'changed' });
  });

  test('behavior: in whichever order two requests arrive, the last intent counts', () => {
    const enable: AutoMintChange = { enabled: true, version: 0 };
    const cancel: AutoMintChange = { enabled: false, version: 1 };
    const cancelAtOnce: AutoMintChange = { enabled: false, version: 0 };
    const apply = (state: AutoMintState, change: AutoMintChange): AutoMintState => {
      const decision = changeAutoMint(state, change, consented);
      return decision.kind === 'changed' ? { ...decision.settings, version: state.version + 1 } : state;
    };
    for (const order of [
      [enable, cancel, enable],
      [cancel, enable, cancel, enable],
      [cancelAtOnce, enable, enable],
    ]) {
      expect(order.reduce(apply, off).enabled).toBe(false);
    }
  });
});
