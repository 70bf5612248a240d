/** The states of a round. docs/money-rules.md#3-states. */
export const ROUND_STATES = [
  'scheduled',
  'open',
  'full',
  'settling',
  'minted',
  'failed',
  'liquidating',
  'cancelled',
  'ended',
] as const;
export type RoundState = (typeof ROUND_STATES)[number];

/** Every move that a round may make; there is no other. */
export const ROUND_TRANSITIONS: Record<RoundState, readonly RoundState[]> = {
  scheduled: ['open', 'cancelled'],
  open: ['full', 'failed', 'cancelled'],
  full: ['settling', 'cancelled'],
  settling: ['minted'],
  minted: ['ended'],
  failed: ['liquidating'],
  liquidating: ['ended'],
  cancelled: ['ended'],
  ended: [],
};

/** The spec's label of each state, as the key of its text. */
export const ROUND_LABELS = {
  scheduled: 'not-started',
  open: 'in-progress',
  full: 'full-capacity',
  settling: 'settling',
  minted: 'minting-completed',
  failed: 'mint-failed',
  liquidating: 'liquidation',
  cancelled: 'cancelled',
  ended: 'ended',
} as const satisfies Record<RoundState, string>;
export type RoundLabel = (typeof ROUND_LABELS)[RoundState];

/** Whether a round may go from one state to the other. */
export function canMoveRound(from: RoundState, to: RoundState): boolean {
  return ROUND_TRANSITIONS[from].includes(to);
}
