import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';

/** The figures from which ranks follow. docs/money-rules.md#8-team-nodes-levels */
export type TeamFigures = {
  readonly joinedDirects: number;
  readonly teamPerformance: TokenAmount;
  readonly smallAreaPerformance: TokenAmount;
};

/** A user with an inviter, and the base units of JU that its orders minted; null before its first settled order. */
export type Member = { readonly id: bigint; readonly inviterId: bigint | null; readonly minted: bigint | null };

/**
 * Returns the figures of every member whose team has someone: each is added to its inviter once, after everyone below
 * it, so that a million members take seconds, whatever the shape of their tree. Those within or above a circle of
 * inviters, which no binding makes, have no figures.
 */
export function sumTeams(members: readonly Member[]): ReadonlyMap<bigint, TeamFigures> {
  const teams = new Map<bigint, Team>();
  const byId = new Map(members.map((member) => [member.id, member]));
  for (const { inviterId } of members) {
    if (inviterId === null) continue;
    const team = teams.get(inviterId) ?? { unknown: 0, joined: 0, sum: 0n, largest: 0n };
    team.unknown += 1;
    teams.set(inviterId, team);
  }
  const known = members.filter(({ id }) => !teams.has(id));
  const figures = new Map<bigint, TeamFigures>();
  for (let member = known.pop(); member !== undefined; member = known.pop()) {
    const team = member.inviterId === null ? undefined : teams.get(member.inviterId);
    if (member.inviterId === null || team === undefined) continue;
    const leg = (teams.get(member.id)?.sum ?? 0n) + (member.minted ?? 0n);
    team.sum += leg;
    if (leg > team.largest) team.largest = leg;
    if (member.minted !== null) team.joined += 1;
    team.unknown -= 1;
    if (team.unknown > 0) continue;
    figures.set(member.inviterId, figuresOf(team));
    const inviter = byId.get(member.inviterId);
    if (inviter !== undefined) known.push(inviter);
  }
  return figures;
}

/** A team while it is added up; `unknown` counts the directs whose own teams are not complete. */
type Team = { unknown: number; joined: number; sum: bigint; largest: bigint };

function figuresOf({ joined, sum, largest }: Team): TeamFigures {
  return {
    joinedDirects: joined,
    teamPerformance: tokenAmount(sum),
    smallAreaPerformance: tokenAmount(sum - largest),
  };
}
