import { describe, expect, test } from 'vitest';
import { roundNote } from './round-badge.ts';

const cancelledBy = (by: 'operators' | 'pause' | 'revocation') => ({ by, reason: 'announced with a wrong quota' });

describe('the text of a round’s state', () => {
  test.each([
    ['scheduled', null, null, 'scheduled'],
    ['cancelled', 'cancelled', cancelledBy('operators'), 'cancelled'],
    ['ended', 'cancelled', cancelledBy('operators'), 'endedCancelled'],
    ['ended', 'cancelled', cancelledBy('pause'), 'endedCancelled'],
    ['ended', 'minted', null, 'endedMinted'],
    ['ended', 'failed', null, 'endedFailed'],
    // Without orders no principal is returned.
    ['cancelled', 'cancelled', cancelledBy('revocation'), 'revoked'],
    ['ended', 'cancelled', cancelledBy('revocation'), 'revoked'],
  ] as const)('%s, %s: %o is %s', (...[state, outcome, cancellation, note]) => {
    expect(roundNote({ state, outcome, cancellation })).toBe(note);
  });
});
