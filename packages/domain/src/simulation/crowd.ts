import { describeBound } from '../json/bound.ts';
import { checkFields, type FieldViolation, readFields, unless, type ValuesOf } from '../json/field-table.ts';
import { createJsonReader } from '../json/json-reader.ts';

/** The fields of a crowd: how many arrive, with how much, how many return, and when they stop. */
export const CROWD_FIELDS = {
  /** Wallets that come for the first time in round 1. */
  newcomers: { kind: 'count', from: 0, to: 20_000 },
  /** Newcomers of a round as a multiple of those of the round before; 10,000 = as many. */
  newcomersFactor: { kind: 'factor', to: 20_000 },
  /** Chance of each who took part in a round that was minted to join the next one as well. */
  returningBps: { kind: 'bps' },
  /** Share of the wallets with auto-mint: they join as a round opens, in the order in which they first came. */
  autoMintBps: { kind: 'bps' },
  /** Share of the newcomers who have an inviter from an earlier round. */
  invitedBps: { kind: 'bps' },
  /** JU of an order, base units: small ones are more frequent than large ones. */
  smallest: { kind: 'amount', from: 1 },
  largest: { kind: 'amount', from: 1 },
  /** The round in which the crowd stops coming; 0 = never. */
  stopsInRound: { kind: 'count', from: 0 },
  /** The share of that round's window after which no wallet joins any more. */
  stopsAtBps: { kind: 'bps' },
} as const;

export type Crowd = ValuesOf<typeof CROWD_FIELDS>;

/** Returns every bound that a crowd breaks; empty for a valid one. */
export function checkCrowd(crowd: Crowd): FieldViolation[] {
  return [
    ...checkFields(CROWD_FIELDS, crowd),
    ...unless(crowd.smallest <= crowd.largest, 'largest', 'at-least-smallest'),
  ];
}

/** `error` is one line with the place and the fault. */
export type ParsedCrowd = { ok: true; crowd: Crowd } | { ok: false; error: string };

/** Returns a crowd from its JSON, parsed, amounts as strings of base units; or an error. Checks bounds too. */
export function parseCrowd(document: unknown): ParsedCrowd {
  const reader = createJsonReader();
  const crowd = readFields(CROWD_FIELDS, { reader, place: { value: document, path: '' } });
  for (const { field, bound } of checkCrowd(crowd)) reader.report(field, `must be ${describeBound(bound)}`);
  const error = reader.problem();
  return error === undefined ? { ok: true, crowd } : { ok: false, error };
}
