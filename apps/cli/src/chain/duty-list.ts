import type { DutyKind } from './duty.ts';

/** A duty's arguments and its summary for help, which is in English. */
export type DutyEntry = { readonly args: readonly string[]; readonly summary: string };

const DECISION = ['<change...>'];
const OF_CHANGE = 'by its id, or by the duty that it performs and its arguments';

/** All duties, in the order in which they are listed. */
export const DUTIES: Readonly<Record<DutyKind, DutyEntry>> = {
  'pause-withdrawals': { args: [], summary: 'Guard: stops every payment of the vault, signed vouchers too.' },
  'unpause-withdrawals': { args: [], summary: 'Admin, announced and approved: resumes withdrawals.' },
  'pause-deposits': { args: [], summary: 'Guard: stops deposits.' },
  'unpause-deposits': { args: [], summary: 'Admin: resumes deposits.' },
  'remove-signer': { args: [], summary: 'Admin: invalidates every voucher until another signer is set.' },
  'set-signer': { args: ['<address>'], summary: 'Admin, announced: makes an account the signer of vouchers.' },
  'set-auditor': { args: ['<address>'], summary: 'Admin, announced: makes an account the auditor.' },
  'cancel-voucher': { args: ['<id>'], summary: 'Canceller: invalidates a voucher without a payment.' },
  'grant-role': {
    args: ['<role>', '<address>'],
    summary: 'Admin, of guard and canceller announced: guard, canceller, funder or scribe.',
  },
  'revoke-role': { args: ['<role>', '<address>'], summary: 'Admin, of guard and canceller announced: ends a role.' },
  'set-rule': {
    args: ['<currency>'],
    summary: 'Admin, announced unless it only admits fewer deposits: limits of JU or FMC.',
  },
  fund: {
    args: ['<amount>', '<purpose>'],
    summary: 'Funder: adds JU for the treasury, or FMC for the emission, which belongs to no user.',
  },
  'announce-change': { args: DECISION, summary: 'Admin: announces a change by the duty that it performs.' },
  'approve-change': { args: DECISION, summary: `Guard or canceller: approves an announced change ${OF_CHANGE}.` },
  'veto-change': { args: DECISION, summary: `Guard or canceller: vetoes an announced change ${OF_CHANGE}.` },
  'withdraw-change': { args: DECISION, summary: `Admin: withdraws an announced change ${OF_CHANGE}.` },
};

/** Returns whether a text is the name of a duty. */
export function isDutyKind(name: string): name is DutyKind {
  return Object.hasOwn(DUTIES, name);
}

/** Fewer common pairs of letters are no likeness. */
const LEAST_LIKE = 0.4;
const MOST_NAMES = 3;

/** Returns the duties with the most similar names, by their common pairs of letters, most similar first. */
export function nearestDuties(name: string): string[] {
  const wanted = pairsOf(name.toLowerCase());
  const likeness = (other: string) => {
    const pairs = pairsOf(other);
    const common = [...wanted].filter((pair) => pairs.has(pair)).length;
    return (2 * common) / Math.max(1, wanted.size + pairs.size);
  };
  return Object.keys(DUTIES)
    .filter((other) => likeness(other) >= LEAST_LIKE)
    .sort((one, other) => likeness(other) - likeness(one))
    .slice(0, MOST_NAMES);
}

function pairsOf(text: string): Set<string> {
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2)));
}
