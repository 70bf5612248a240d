import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../testing/holds.ts';
import { newTeamNode } from '../../testing/new-team-node.ts';
import { tokenAmount, ZERO } from '../money/token-amount.ts';
import { rollUp, type TeamChange, type TeamNode } from './roll-up.ts';
import { teamFigures } from './team-figures-oracle.ts';

/** The figures from scratch, by the words of docs/money-rules.md#8-team-nodes-levels. */
function recompute(id: number, nodes: ReadonlyMap<number, TeamNode<number>>) {
  const directs = [...nodes.values()].filter((node) => node.inviterId === id);
  const legs = directs.map((direct): bigint => {
    const { teamPerformance } = recompute(direct.id, nodes);
    return teamPerformance + direct.ownPerformance;
  });
  const figures = teamFigures(legs.map(tokenAmount));
  const teamCount: number = directs.reduce((sum, direct) => sum + 1 + recompute(direct.id, nodes).teamCount, 0);
  return { ...figures, directCount: directs.length, teamCount, joined: directs.filter((d) => d.hasJoined).length };
}

type Step = { kind: 'bind' | 'order'; user: number; other: number; amount: bigint }[];
const step: fc.Arbitrary<Step> = fc.array(
  fc.record({
    kind: fc.constantFrom('bind' as const, 'order' as const),
    user: fc.nat(11),
    other: fc.nat(11),
    amount: fc.bigInt({ min: 0n, max: 50n }),
  }),
  { maxLength: 12 },
);

describe('rollUp', () => {
  test('property: after any bindings and orders in batches, everyone has the figures of a recomputation', () => {
    holds(fc.array(step, { maxLength: 6 }), (batches) => {
      let nodes = new Map(Array.from({ length: 12 }, (_unused, id) => [id, newTeamNode(id)]));
      for (const batch of batches) {
        const changes = new Map<number, TeamChange<number>>();
        const changeOf = (id: number) =>
          changes.get(id) ?? { id, isNewlyBound: false, joins: false, performance: ZERO };
        for (const { kind, user, other, amount } of batch) {
          if (kind === 'order') {
            const performance = tokenAmount(changeOf(user).performance + amount);
            changes.set(user, { ...changeOf(user), joins: true, performance });
            continue;
          }
          const node = nodes.get(user) ?? newTeamNode(user);
          let above: number | null = other;
          while (above !== null && above !== user) above = nodes.get(above)?.inviterId ?? null;
          if (node.inviterId !== null || above === user) continue;
          nodes.set(user, { ...node, inviterId: other });
          changes.set(user, { ...changeOf(user), isNewlyBound: true });
        }
        nodes = new Map(rollUp([...nodes.values()], [...changes.values()]).map((node) => [node.id, node]));
      }
      for (const node of nodes.values()) {
        const smallAreaPerformance = tokenAmount(node.teamPerformance - node.largestLeg);
        const { teamPerformance, directCount, teamCount, joinedDirectCount: joined } = node;
        expect({ teamPerformance, smallAreaPerformance, directCount, teamCount, joined }).toEqual(
          recompute(node.id, nodes),
        );
      }
    });
  });

  test('behavior: a chain of 10,000 is rolled up to its top', () => {
    const nodes = Array.from({ length: 10_000 }, (_unused, id) => ({
      ...newTeamNode(id),
      inviterId: id === 0 ? null : id - 1,
    }));
    const change = { id: 9_999, isNewlyBound: false, joins: true, performance: tokenAmount(7n) };
    const top = rollUp(nodes, [change]).find((node) => node.id === 0);
    expect(top).toMatchObject({ teamPerformance: 7n, largestLeg: 7n, ownPerformance: 0n });
  });

  test.each([
    ['no member to roll up to', [{ ...newTeamNode(2), inviterId: 1 }], 2],
    ['above themselves', [1, 2].map((id) => ({ ...newTeamNode(id), inviterId: 3 - id })), 2],
    ['has no member', [newTeamNode(1)], 2],
  ])('behavior: %s', (words, nodes, id) => {
    const change = { id, isNewlyBound: false, joins: false, performance: tokenAmount(1n) };
    expect(() => rollUp(nodes, [change])).toThrow(words);
  });
});
