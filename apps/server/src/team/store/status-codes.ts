import { NODE_TYPES, type NodeType } from '@city-mint/domain/team/node-type';
import { TEAM_LEVELS, type TeamLevel } from '@city-mint/domain/team/team-level';

/** Returns the stored code of a node type: its position in the domain's list. */
export function nodeTypeCode(type: NodeType): number {
  return NODE_TYPES.indexOf(type);
}

/** Returns the node type of a stored code. Throws for an unknown one. */
export function nodeTypeOf(code: number): NodeType {
  const type = NODE_TYPES[code];
  if (type === undefined) throw new Error(`there is no node type ${code}`);
  return type;
}

/** Returns the level of a stored number. Throws for an unknown one. */
export function levelOf(stored: number): TeamLevel {
  const level = TEAM_LEVELS[stored];
  if (level === undefined) throw new Error(`there is no team level ${stored}`);
  return level;
}
