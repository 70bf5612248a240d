/** Refusals that do not say whether the call took effect: the first try may have, so its requestId has to be kept and sent again. */
const OPEN: readonly string[] = [
  'in-progress',
  'busy',
  'maintenance',
  'internal',
  'too-many-requests',
  'unauthorized',
  'session-ended',
];

/** Whether after this refusal it is still open what became of a request that moves money. */
export function leavesOutcomeOpen(error: string): boolean {
  return OPEN.includes(error);
}
