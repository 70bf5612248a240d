import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../testing/holds.ts';
import { newTeamNode } from '../../testing/new-team-node.ts';
import { tokenAmount, ZERO } from '../money/token-amount.ts';
import { rollUp, type TeamChange, type TeamNode } from './roll-up.ts';
import { rollUpTree } from './roll-up-tree.ts';
import { NO_SLOT, TeamTree, UNKNOWN_SLOT } from './team-tree.ts';

const MEMBERS = 12;

function nodeOf(tree: TeamTree, id: number): TeamNode<number> {
  const slot = tree.find(id);
  const above = tree.above(slot);
  const { joined, directCounts, joinedDirectCounts, teamCounts } = tree.columns;
  return {
    id,
    inviterId: above === NO_SLOT ? null : tree.idOf(above),
    hasJoined: joined[slot] === 1,
    directCount: directCounts[slot] ?? 0,
    joinedDirectCount: joinedDirectCounts[slot] ?? 0,
    teamCount: teamCounts[slot] ?? 0,
    ownPerformance: tree.ownPerformance.get(slot),
    teamPerformance: tree.teamPerformance.get(slot),
    largestLeg: tree.largestLeg.get(slot),
  };
}

/** Ids that do not follow the order in which members are added, with gaps. */
const idOf = (n: number) => 1 + ((n * 7) % MEMBERS) * 1_000;

const step = fc.array(
  fc.record({
    kind: fc.constantFrom('bind' as const, 'minted' as const, 'failed' as const),
    user: fc.nat(MEMBERS - 1).map(idOf),
    other: fc.nat(MEMBERS - 1).map(idOf),
    amount: fc.bigInt({ min: 0n, max: 2n ** 90n }),
  }),
  { maxLength: 12 },
);

describe('rollUpTree', () => {
  test('property: batch by batch it has the figures of rollUp over all members', () => {
    holds(fc.array(step, { maxLength: 6 }), (batches) => {
      const tree = new TeamTree();
      let nodes = new Map(Array.from({ length: MEMBERS }, (_unused, n) => [idOf(n), newTeamNode(idOf(n))]));
      for (const id of nodes.keys()) tree.add(id);
      for (const batch of batches) {
        const changes = new Map<number, TeamChange<number>>();
        const changeOf = (id: number) =>
          changes.get(id) ?? { id, isNewlyBound: false, joins: false, performance: ZERO };
        for (const { kind, user, other, amount } of batch) {
          if (kind !== 'bind') {
            const performance = tokenAmount(changeOf(user).performance + (kind === 'minted' ? amount : 0n));
            changes.set(user, { ...changeOf(user), joins: true, performance });
            continue;
          }
          let above: number | null = other;
          while (above !== null && above !== user) above = nodes.get(above)?.inviterId ?? null;
          if (nodes.get(user)?.inviterId !== null || above === user) continue;
          nodes.set(user, { ...newTeamNode(user), ...nodes.get(user), inviterId: other });
          tree.columns.inviters[tree.find(user)] = tree.find(other);
          changes.set(user, { ...changeOf(user), isNewlyBound: true });
        }
        const before = new Map([...nodes.keys()].map((id) => [id, nodeOf(tree, id)]));
        const concerned = rollUpTree(
          tree,
          [...changes.values()].map(({ id, ...change }) => ({ ...change, slot: tree.find(id) })),
        );
        nodes = new Map(rollUp([...nodes.values()], [...changes.values()]).map((node) => [node.id, node]));
        for (const [id, node] of nodes) expect(nodeOf(tree, id)).toEqual(node);
        // Members that are not returned are not written.
        const returned = new Set(Array.from(concerned, (slot) => tree.idOf(slot)));
        for (const [id, node] of before) if (!returned.has(id)) expect(nodeOf(tree, id)).toEqual(node);
        expect(returned.size).toBe(concerned.length);
      }
    });
  });

  test('behavior: a chain of 10,000 is rolled up to its top, those below first', () => {
    const tree = new TeamTree();
    for (let id = 0; id < 10_000; id += 1) {
      const slot = tree.add(id);
      tree.columns.inviters[slot] = slot - 1;
    }
    const concerned = rollUpTree(tree, [
      { slot: tree.find(9_999), isNewlyBound: false, joins: true, performance: tokenAmount(7n) },
    ]);
    expect([concerned[0], concerned.at(-1), concerned.length]).toEqual([9_999, 0, 10_000]);
    expect(tree.teamPerformance.get(tree.find(0))).toBe(7n);
  });

  test('attack: members above themselves, and a missing member above', () => {
    const minted = (slot: number) => ({ slot, isNewlyBound: false, joins: true, performance: tokenAmount(1n) });
    const circle = new TeamTree();
    const [one, other] = [circle.add(1), circle.add(2)];
    circle.columns.inviters[one] = other;
    circle.columns.inviters[other] = one;
    expect(() => rollUpTree(circle, [minted(one)])).toThrow('above themselves');
    const gap = new TeamTree();
    const lowest = gap.add(5);
    gap.columns.inviters[lowest] = UNKNOWN_SLOT;
    expect(() => rollUpTree(gap, [minted(lowest)])).toThrow('no member to roll up to above 5');
  });
});

describe('TeamTree', () => {
  test('property: amounts below 2^128 come back to the unit, after growth too', () => {
    const tree = new TeamTree();
    holds(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), (units) => {
      const slot = tree.add(tree.size * 3);
      tree.largestLeg.set(slot, tokenAmount(units));
      for (let n = 0; n < 50; n += 1) tree.add(tree.size * 3);
      expect(tree.largestLeg.get(slot)).toBe(units);
      expect(tree.find(tree.idOf(slot))).toBe(slot);
    });
    expect(() => tree.largestLeg.set(0, tokenAmount(2n ** 128n))).toThrow(RangeError);
    expect(() => tree.add(2 ** 40)).toThrow(RangeError);
    expect(tree.find(1)).toBe(NO_SLOT);
  });
});
