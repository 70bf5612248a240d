import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../../testing/holds.ts';
import { sumAmounts, tokenAmount, ZERO } from '../money/token-amount.ts';
import { releasePool } from '../rewards/release-pool.ts';
import { attributeOrders, type RankedMember, rankWeight } from './attribution.ts';
import { NODE_TYPES, type NodeType } from './node-type.ts';
import { TEAM_LEVELS, type TeamLevel } from './team-level.ts';

type Tree = ReadonlyMap<number, RankedMember<number>>;
type Orders = readonly { readonly owner: number; readonly amount: bigint }[];

const NO_RANK: readonly [NodeType, TeamLevel] = ['none', 0];
const member = (id: number, inviterId: number | null, [nodeType, teamLevel] = NO_RANK) =>
  [id, { id, inviterId, nodeType, teamLevel }] as const;

function attribute(pool: 'nodes' | 'levels', tree: Tree, orders: Orders): Map<number, bigint> {
  return attributeOrders(
    pool,
    tree,
    orders.map(({ owner, amount }) => ({
      inviterId: tree.get(owner)?.inviterId ?? null,
      amount: tokenAmount(amount),
    })),
  );
}

/** Each member's share of a release, by id; `sharers` are the members that exist. */
function paid(pool: 'nodes' | 'levels', tree: Tree, { orders, balance }: { orders: Orders; balance: bigint }) {
  const attributed = attribute(pool, tree, orders);
  const ids = [...tree.keys()];
  const weights = ids.map((id) => {
    const rank = tree.get(id);
    return rank === undefined ? 0n : BigInt(rankWeight(pool, rank)) * (attributed.get(id) ?? 0n);
  });
  const { shares } = releasePool({ pool: tokenAmount(balance), dailyReleaseBps: 1_000, weights });
  return new Map(ids.map((id, index) => [id, shares[index] ?? ZERO]));
}

test('an order counts once for each pool, for the nearest ranked member above its owner', () => {
  const tree = new Map([
    member(1, null, ['genesis', 5]),
    member(2, 1, ['none', 2]),
    member(3, 2, ['personal', 0]),
    member(4, 3, ['community', 3]),
    member(5, 4),
    member(6, null),
    member(7, 6),
  ]);
  const orders = [4, 5, 1, 7, 3].map((owner, index) => ({ owner, amount: 10n ** BigInt(index) }));
  // Own orders count for those above; the top's and those with no rank above count for no one.
  expect(attribute('nodes', tree, orders)).toEqual(
    new Map([
      [3, 1n],
      [4, 10n],
      [1, 10_000n],
    ]),
  );
  expect(attribute('levels', tree, orders)).toEqual(
    new Map([
      [2, 10_001n],
      [4, 10n],
    ]),
  );
  expect(() => attribute('nodes', new Map([member(2, 1)]), [{ owner: 2, amount: 1n }])).toThrow('no member');
  const circle = new Map([member(1, 2), member(2, 1)]);
  expect(() => attribute('nodes', circle, [{ owner: 1, amount: 1n }])).toThrow('above themselves');
});

const rank = fc.record({ nodeType: fc.constantFrom(...NODE_TYPES), teamLevel: fc.constantFrom(...TEAM_LEVELS) });
const orders = fc.array(fc.record({ owner: fc.nat(9), amount: fc.bigInt({ min: 1n, max: 10n ** 24n }) }), {
  maxLength: 20,
});

test('property: it equals a walk upwards from each order, and no order counts twice', () => {
  const people = fc.array(fc.tuple(rank, fc.nat()), { minLength: 10, maxLength: 10 });
  holds(fc.tuple(people, orders, fc.constantFrom('nodes' as const, 'levels' as const)), ([ranks, placed, pool]) => {
    const tree = new Map(
      ranks.map(([of, above], id) => [id, { id, inviterId: id === 0 ? null : above % id, ...of }] as const),
    );
    const expected = new Map<number, bigint>();
    for (const { owner, amount } of placed) {
      let at = tree.get(owner)?.inviterId ?? null;
      for (;;) {
        const above = at === null ? undefined : tree.get(at);
        if (above === undefined) break;
        if (rankWeight(pool, above) > 0) {
          expected.set(above.id, (expected.get(above.id) ?? 0n) + amount);
          break;
        }
        at = above.inviterId;
      }
    }
    const attributed = attribute(pool, tree, placed);
    expect(attributed).toEqual(expected);
    const total = [...attributed.values()].reduce((sum, amount) => sum + amount, 0n);
    expect(total).toBeLessThanOrEqual(placed.reduce((sum, { amount }) => sum + amount, 0n));
  });
});

test('attack: a chain of wallets of one person is paid no more than the best of these wallets alone', () => {
  const attack = fc.record({
    chain: fc.array(rank, { minLength: 1, maxLength: 40 }),
    honest: fc.array(rank, { minLength: 1, maxLength: 5 }),
    own: fc.bigInt({ min: 1n, max: 10n ** 24n }),
    others: fc.bigInt({ min: 1n, max: 10n ** 24n }),
    balance: fc.bigInt({ min: 0n, max: 10n ** 24n }),
    pool: fc.constantFrom('nodes' as const, 'levels' as const),
  });
  holds(attack, ({ chain, honest, own, others, balance, pool }) => {
    // Honest inviters have ids below 0, each with one order below; the chain's orders are placed at its end.
    const crowd = honest.flatMap((of, index) => [
      [-1 - 2 * index, { id: -1 - 2 * index, inviterId: null, ...of }] as const,
      member(-2 - 2 * index, -1 - 2 * index),
    ]);
    const crowdOrders = honest.map((_of, index) => ({ owner: -2 - 2 * index, amount: others }));
    const links = chain.map((of, id) => [id, { id, inviterId: id === 0 ? null : id - 1, ...of }] as const);
    const placed = [...crowdOrders, { owner: chain.length, amount: own }];
    const chained = paid(pool, new Map([...crowd, ...links, member(chain.length, chain.length - 1)]), {
      orders: placed,
      balance,
    });
    const byChain = sumAmounts(chain.map((_of, id) => chained.get(id) ?? ZERO));

    const best = chain.toSorted((one, other) => rankWeight(pool, other) - rankWeight(pool, one))[0];
    const alone = new Map([
      ...crowd,
      [0, { id: 0, inviterId: null, nodeType: 'none', teamLevel: 0, ...best }] as const,
      member(chain.length, 0),
    ]);
    expect(byChain).toBeLessThanOrEqual(paid(pool, alone, { orders: placed, balance }).get(0) ?? ZERO);
  });
});

test('attack: 40 wallets in a chain took 97.6 % of a day; they take the half that one wallet would', () => {
  const chain = Array.from({ length: 40 }, (_unused, id) => member(id, id === 0 ? null : id - 1, ['personal', 0]));
  const tree = new Map([...chain, member(40, 39), member(50, null, ['personal', 0]), member(51, 50)]);
  const placed = [40, 51].map((owner) => ({ owner, amount: 1_000n }));
  const shares = paid('nodes', tree, { orders: placed, balance: 41_000n });
  expect(sumAmounts(chain.map(([id]) => shares.get(id) ?? ZERO))).toBe(2_050n);
  expect(shares.get(50)).toBe(2_050n);
});
