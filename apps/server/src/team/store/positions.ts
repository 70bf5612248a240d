import { NODE_TYPES, type NodeType } from '@city-mint/domain/team/node-type';
import { TEAM_LEVELS, type TeamLevel } from '@city-mint/domain/team/team-level';

/** A node type or level as the database keeps it: its position in the domain's list. */
export function positionOf(type: NodeType): number {
  return NODE_TYPES.indexOf(type);
}

/** The node type at a stored position. Throws for one that is none. */
export function nodeTypeAt(position: number): NodeType {
  const type = NODE_TYPES[position];
  if (type === undefined) throw new Error(`there is no node type ${position}`);
  return type;
}

/** The level of a stored number. Throws for one that is none. */
export function levelAt(position: number): TeamLevel {
  const level = TEAM_LEVELS[position];
  if (level === undefined) throw new Error(`there is no team level ${position}`);
  return level;
}
