import { expect, test } from 'vitest';
import { claimStatus } from './claim-status.ts';

const FREE = { uid: null, confirmation: null, pending: '0' };

test('default: covers every state from none to automatic claims', () => {
  expect(claimStatus(FREE)).toEqual({ kind: 'none' });
  expect(claimStatus({ ...FREE, pending: '6' })).toEqual({ kind: 'link', pending: '6' });
  for (const state of ['waiting', 'rejected', 'taken'] as const) {
    const confirmation = { uid: '123456', state };
    expect(claimStatus({ uid: null, confirmation, pending: '6' })).toEqual({
      kind: state,
      uid: '123456',
      pending: '6',
    });
  }
  expect(claimStatus({ uid: '123456', confirmation: null, pending: '6' })).toMatchObject({
    kind: 'claim',
    pending: '6',
  });
  expect(claimStatus({ uid: '123456', confirmation: null, pending: '0' })).toMatchObject({ kind: 'automatic' });
});
