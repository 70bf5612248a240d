import type { AnchoredRoot } from './read-anchored.ts';

/** Whether the contract has the stated hash; `pending`: a node has none for that entry yet; `unread`: no answer. */
export type HeadVerdict = 'agrees' | 'pending' | 'unread' | 'differs' | 'nodes-differ';

/** Returns the verdict on a hash (0x hex) of an entry of the journal; undefined: the contract was not read. */
export function judgeHead(hash: string, anchored: AnchoredRoot | undefined): HeadVerdict {
  if (anchored === undefined) return 'unread';
  if (anchored.kind === 'nodes-differ') return 'nodes-differ';
  if (anchored.root === null) return 'pending';
  return anchored.root === hash.toLowerCase() ? 'agrees' : 'differs';
}
