import { describe, expect, test } from 'vitest';
import { canMoveOrder, ORDER_LABELS, ORDER_STATES, ORDER_TRANSITIONS } from './order-state.ts';
import { canMoveRound, ROUND_LABELS, ROUND_STATES, ROUND_TRANSITIONS } from './round-state.ts';

const ROUND_MOVES = [
  'scheduled open',
  'open full',
  'full settling',
  'settling minted',
  'minted ended',
  'open failed',
  'failed liquidating',
  'liquidating ended',
  'scheduled cancelled',
  'open cancelled',
  'full cancelled',
  'cancelled ended',
];
const ORDER_MOVES = [
  'active minted',
  'minted ended',
  'active failed',
  'failed claimable',
  'claimable ended',
  'active cancelled',
  'cancelled ended',
];

describe('round', () => {
  test('these moves and no other', () => {
    const moves = ROUND_STATES.flatMap((from) =>
      ROUND_STATES.filter((to) => canMoveRound(from, to)).map((to) => `${from} ${to}`),
    );
    expect(moves.toSorted()).toEqual(ROUND_MOVES.toSorted());
  });

  test('every state is named, labelled and reached, and every way ends', () => {
    expect(Object.keys(ROUND_TRANSITIONS)).toEqual([...ROUND_STATES].filter((state) => state in ROUND_LABELS));
    for (const state of ROUND_STATES.slice(1))
      expect(ROUND_STATES.some((from) => canMoveRound(from, state))).toBe(true);
    for (const state of ROUND_STATES) expect(ROUND_TRANSITIONS[state].length > 0).toBe(state !== 'ended');
  });
});

describe('order', () => {
  test('these moves and no other', () => {
    const moves = ORDER_STATES.flatMap((from) =>
      ORDER_STATES.filter((to) => canMoveOrder(from, to)).map((to) => `${from} ${to}`),
    );
    expect(moves.toSorted()).toEqual(ORDER_MOVES.toSorted());
  });

  test('every state is named and labelled, and every way ends', () => {
    expect(Object.keys(ORDER_LABELS)).toEqual([...ORDER_STATES]);
    for (const state of ORDER_STATES) expect(ORDER_TRANSITIONS[state].length > 0).toBe(state !== 'ended');
  });
});
