import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Member, sumTeams, type TeamFigures } from './team-sums.ts';

/** The figures by walking down from each member, as docs/money-rules.md says them. */
function walked(members: readonly Member[], id: bigint): TeamFigures | undefined {
  const directs = members.filter(({ inviterId }) => inviterId === id);
  if (directs.length === 0) return undefined;
  const below = (of: bigint): bigint =>
    members.filter(({ inviterId }) => inviterId === of).reduce((sum, direct) => sum + legOf(direct), 0n);
  const legOf = (direct: Member): bigint => (direct.minted ?? 0n) + below(direct.id);
  const legs = directs.map(legOf);
  const team = legs.reduce((sum, leg) => sum + leg, 0n);
  const largest = legs.toSorted((a, b) => (a < b ? -1 : 1)).at(-1) ?? 0n;
  const joined = directs.filter(({ minted }) => minted !== null).length;
  return { joinedDirects: joined, teamPerformance: team, smallAreaPerformance: team - largest } as TeamFigures;
}

/** Forests of up to 40 members, whose inviters may have later ids than they. */
const forest = fc
  .array(fc.record({ inviter: fc.nat(), hasInviter: fc.boolean(), minted: fc.option(fc.bigInt(0n, 10n ** 27n)) }), {
    maxLength: 40,
  })
  .chain((drawn) => fc.shuffledSubarray([...drawn.keys()], { minLength: drawn.length }).map((ids) => ({ drawn, ids })))
  .map(({ drawn, ids }): Member[] =>
    drawn.map(({ inviter, hasInviter, minted }, index) => {
      const inviterId = hasInviter && index > 0 ? BigInt(ids[inviter % index] ?? 0) : null;
      return { id: BigInt(ids[index] ?? 0), inviterId, minted };
    }),
  );

test('property: figures are those of walking down from each member, in any order of ids', () => {
  fc.assert(
    fc.property(forest, (members) => {
      const figures = sumTeams(members);
      for (const { id } of members) expect(figures.get(id)).toEqual(walked(members, id));
    }),
  );
});

test('behavior: a chain of 200,000 members is added up once', () => {
  const members = Array.from({ length: 200_000 }, (_, index) => ({
    id: BigInt(index),
    inviterId: index === 0 ? null : BigInt(index - 1),
    minted: 1n,
  }));
  expect(sumTeams(members).get(0n)).toEqual({
    joinedDirects: 1,
    teamPerformance: 199_999n,
    smallAreaPerformance: 0n,
  });
});

test('attack: a circle of inviters has no figures, and takes none from others', () => {
  const member = (id: bigint, inviterId: bigint | null) => ({ id, inviterId, minted: 5n });
  const figures = sumTeams([member(1n, 2n), member(2n, 1n), member(3n, 2n), member(4n, null), member(5n, 4n)]);
  expect([...figures.keys()]).toEqual([4n]);
});

test('error: an inviter who is no member has figures, and passes nothing on', () => {
  expect(sumTeams([{ id: 1n, inviterId: 9n, minted: 3n }]).get(9n)).toMatchObject({ teamPerformance: 3n });
});
