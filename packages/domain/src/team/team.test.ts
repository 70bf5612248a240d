import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amounts } from '../../testing/arbitraries.ts';
import { holds } from '../../testing/holds.ts';
import { tokenAmount, ZERO } from '../money/token-amount.ts';
import { checkInviter } from './check-inviter.ts';
import { nextLevel, nextNodeType } from './next-status.ts';
import { NODE_TYPES, NODE_WEIGHTS, type NodeThresholds, nodeType } from './node-type.ts';
import { teamFigures } from './team-figures-oracle.ts';
import { LEVEL_WEIGHTS, type LevelThresholds, performanceLevel, TEAM_LEVELS, teamLevel } from './team-level.ts';

const list = (values: readonly bigint[]) => values.map(tokenAmount);

describe('teamFigures', () => {
  test.each([
    [[], 0n, 0n],
    [[7n], 7n, 0n],
    [[5n, 9n, 2n], 16n, 7n],
    [[9n, 9n], 18n, 9n],
  ])('legs %o', (legs, teamPerformance, smallAreaPerformance) => {
    expect(teamFigures(list(legs))).toEqual({ teamPerformance, smallAreaPerformance });
  });

  test('property: the order of legs changes nothing; the small area is never the larger part of two legs', () => {
    holds(fc.array(amounts(10n ** 24n)), (legs) => {
      const figures = teamFigures(legs);
      expect(teamFigures(legs.toReversed())).toEqual(figures);
      expect(figures.smallAreaPerformance).toBeLessThanOrEqual(figures.teamPerformance);
      if (legs.length === 2) expect(figures.smallAreaPerformance * 2n).toBeLessThanOrEqual(figures.teamPerformance);
    });
  });
});

describe('nodeType', () => {
  const thresholds: NodeThresholds = {
    personal: { joinedDirects: 1, teamPerformance: tokenAmount(10n) },
    community: { joinedDirects: 5, teamPerformance: tokenAmount(100n) },
    super: { joinedDirects: 10, teamPerformance: tokenAmount(1_000n) },
  };

  test.each([
    [0, 5_000n, 'none', 'none'],
    [1, 10n, 'none', 'personal'],
    [1, 9n, 'none', 'none'],
    [5, 99n, 'none', 'personal'],
    [10, 1_000n, 'none', 'super'],
    [99, 10n ** 30n, 'none', 'super'],
    [10, 1_000n, 'genesis', 'genesis'],
    [0, 0n, 'community', 'community'],
    [10, 1_000n, 'personal', 'super'],
  ] as const)('%s directs, performance %s, granted %s: %s', (...[joinedDirects, performance, granted, type]) => {
    expect(nodeType({ joinedDirects, teamPerformance: tokenAmount(performance), granted }, thresholds)).toBe(type);
  });

  test('weights', () => expect(NODE_TYPES.map((type) => NODE_WEIGHTS[type])).toEqual([0, 1, 3, 10, 30]));
});

describe('teamLevel', () => {
  const thresholds: LevelThresholds = {
    1: tokenAmount(10n),
    2: tokenAmount(20n),
    3: tokenAmount(30n),
    4: tokenAmount(40n),
    5: tokenAmount(50n),
  };

  test.each([
    [0n, 0],
    [9n, 0],
    [10n, 1],
    [49n, 4],
    [10n ** 30n, 5],
  ])('small area %s: level %s', (amount, level) =>
    expect(performanceLevel(tokenAmount(amount), thresholds)).toBe(level),
  );

  test('the higher of the two', () => {
    expect(teamLevel({ rewardLevel: 3, performanceLevel: 1 })).toBe(3);
    expect(teamLevel({ rewardLevel: 0, performanceLevel: 5 })).toBe(5);
    expect(performanceLevel(ZERO, thresholds)).toBe(0);
  });

  test('weights', () => expect(TEAM_LEVELS.map((level) => LEVEL_WEIGHTS[level])).toEqual([0, 1, 2, 3, 5, 8]));
});

describe('checkInviter', () => {
  const user = { id: 7, above: [] };

  test('default', () => expect(checkInviter(user, { id: 3, above: [2, 1] })).toBeUndefined());

  test.each([
    ['already-bound', { ...user, above: [1] }, null],
    ['unknown-address', user, null],
    ['own-address', user, user],
    ['below-yourself', user, { id: 9, above: [8, 7] }],
  ])('behavior: %s', (refusal, asking, inviter) => expect(checkInviter(asking, inviter)).toBe(refusal));

  test('property: no sequence of bindings puts a user below themselves', () => {
    holds(fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 60 }), (binds) => {
      const inviterOf = new Map<number, number>();
      const above = (id: number): number[] => {
        const inviter = inviterOf.get(id);
        return inviter === undefined ? [] : [inviter, ...above(inviter)];
      };
      for (const [id, inviter] of binds) {
        const refusal = checkInviter({ id, above: above(id) }, { id: inviter, above: above(inviter) });
        if (refusal === undefined) inviterOf.set(id, inviter);
      }
      for (const id of inviterOf.keys()) expect(above(id)).not.toContain(id);
    });
  });
});

describe('the next level and node type', () => {
  const node: NodeThresholds = {
    personal: { joinedDirects: 1, teamPerformance: tokenAmount(10n) },
    community: { joinedDirects: 5, teamPerformance: tokenAmount(100n) },
    super: { joinedDirects: 10, teamPerformance: tokenAmount(1_000n) },
  };
  const level: LevelThresholds = {
    1: tokenAmount(10n),
    2: tokenAmount(20n),
    3: tokenAmount(30n),
    4: tokenAmount(40n),
    5: tokenAmount(50n),
  };

  test.each([
    [0, 0n, { level: 1, smallAreaPerformance: 10n, missing: 10n }],
    [1, 13n, { level: 2, smallAreaPerformance: 20n, missing: 7n }],
    // Granted, so that the small area is far below.
    [3, 0n, { level: 4, smallAreaPerformance: 40n, missing: 40n }],
    [4, 41n, { level: 5, smallAreaPerformance: 50n, missing: 9n }],
    [5, 0n, null],
  ] as const)('level %i with a small area of %s', (reached, smallArea, next) => {
    expect(nextLevel({ teamLevel: reached, smallAreaPerformance: tokenAmount(smallArea) }, level)).toEqual(next);
  });

  test.each([
    ['none', [0, 4n], ['personal', 1, 6n]],
    ['personal', [7, 4n], ['community', 0, 96n]],
    ['community', [7, 4_000n], ['super', 3, 0n]],
    ['super', [99, 4n], null],
    ['genesis', [0, 0n], null],
  ] as const)('node type %s with directs and performance of %o', (reached, [joinedDirects, performance], next) => {
    const found = nextNodeType({ nodeType: reached, joinedDirects, teamPerformance: tokenAmount(performance) }, node);
    expect(found && [found.nodeType, found.missingDirects, found.missingPerformance]).toEqual(next);
    if (found !== null && found.nodeType !== 'none' && found.nodeType !== 'genesis') {
      const { joinedDirects: directs, teamPerformance } = found;
      expect({ joinedDirects: directs, teamPerformance }).toEqual(node[found.nodeType]);
    }
  });

  test('property: the missing figures reach the next status, and smaller ones do not', () => {
    holds(fc.tuple(amounts(100n), fc.nat(12), amounts(2_000n)), ([smallArea, directs, performance]) => {
      const now = performanceLevel(smallArea, level);
      const next = nextLevel({ teamLevel: now, smallAreaPerformance: smallArea }, level);
      if (next !== null) {
        expect(performanceLevel(tokenAmount(smallArea + next.missing), level)).toBe(next.level);
        expect(performanceLevel(tokenAmount(smallArea + next.missing - 1n), level)).toBe(now);
      }
      const user = { joinedDirects: directs, teamPerformance: performance };
      const type = nodeType({ ...user, granted: 'none' }, node);
      const above = nextNodeType({ ...user, nodeType: type }, node);
      if (above === null) return;
      const grown = {
        joinedDirects: directs + above.missingDirects,
        teamPerformance: tokenAmount(performance + above.missingPerformance),
      };
      expect(nodeType({ ...grown, granted: 'none' }, node)).toBe(above.nodeType);
    });
  });
});
