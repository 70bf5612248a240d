import { type Hex, hexToBigInt, sliceHex } from 'viem';
import { type AnchorSubject, anchorId } from './anchor-id.ts';

/** What an id in the contract Anchors stands for; undefined for one that `anchorId` never makes. */
export function anchorSubject(id: Hex): AnchorSubject | undefined {
  const number = hexToBigInt(sliceHex(id, 24));
  return (
    [
      { kind: 'settlement', number },
      { kind: 'journal', number },
    ] as const
  ).find((subject) => anchorId(subject) === id.toLowerCase());
}
