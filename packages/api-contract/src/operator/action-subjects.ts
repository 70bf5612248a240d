/** The kinds of subjects of operator actions. */
export const SUBJECT_KINDS = [
  'announcement',
  'city',
  'contact',
  'exchange-account',
  'grant',
  'indexing',
  'journal',
  'member',
  'mining',
  'new-addresses',
  'operator',
  'part',
  'payments',
  'payouts',
  'payout-recipient',
  'plans',
  'pools',
  'question',
  'questions',
  'region',
  'reserve-cap',
  'reserve-funding',
  'round',
  'text',
  'thresholds',
  'withdrawal',
  'withdrawal-limits',
] as const;

export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** The subject of an action, as the log stores it: its kind, and where there are several, which one: "round 12". */
export type Subject = SubjectKind | `${SubjectKind} ${string}`;
