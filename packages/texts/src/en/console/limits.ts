/** Limits and switches. */
export const limits = {
  title: 'Limits and switches',
  lead: 'One person pauses a part of the system; a second one confirms that it is resumed.',
  parts: 'Parts of the system',
  paused: 'Paused',
  pause: 'Pause: {part}',
  resume: 'Resume: {part}',
  running: 'Running',
  bySystem: 'paused by the system itself',
  since: 'since',
  limitsOf: 'Withdrawal limits of {currency}',
  usedOfDay: 'Used in 24 hours',
  leftOfDay: 'Left for all users',
  never: 'Never',
  hold: 'Wait of new addresses',
  holdText:
    '{hours, plural, =0 {The first withdrawal to a new address does not wait.} one {The first withdrawal to a new address waits # hour.} other {The first withdrawal to a new address waits # hours.}}',
  readAt: 'Read at',
};
