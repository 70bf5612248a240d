import { describe, expect, test } from 'vitest';
import {
  ANN,
  BEN,
  confirmedEntry,
  loneEntry,
  rejectedEntry,
  SYSTEM,
  signedLogEntry,
} from './testing/signed-entries.ts';
import { tamperings } from './testing/tamperings.ts';
import { logEntryFault, type OperatorLogEntry, verifyLogEntry } from './verify-log-entry.ts';

describe('verifyLogEntry', () => {
  test.each([
    ['an action by one', loneEntry, 1],
    ['a confirmed action', confirmedEntry, 2],
    ['a rejected proposal', rejectedEntry, 1],
  ])('default: %s agrees, with its signers', async (_name, make, signers) => {
    const verdict = await verifyLogEntry(await make(), SYSTEM);
    expect(verdict).toMatchObject({ fault: null });
    expect(Object(verdict).signers).toHaveLength(signers);
    expect(await logEntryFault(await make())).toBeNull();
  });

  test.each([
    ['an action by one', loneEntry],
    ['a confirmed action', confirmedEntry],
    ['a rejected proposal', rejectedEntry],
  ])('attack: %s with any signed field changed does not agree', async (_name, make) => {
    const entry = await make();
    const changed = tamperings(entry);
    const missed: string[] = [];
    for (const { path, tampered } of changed)
      if ((await verifyLogEntry(tampered, SYSTEM)).fault === null) missed.push(path);
    expect(missed).toEqual([]);
    expect(changed.length).toBeGreaterThan(60);
  });

  test('twin: fields that are not signed can be changed', async () => {
    const entry = { ...(await confirmedEntry()), logId: '9', subject: 'pools', before: { a: '1' }, after: { a: '2' } };
    expect(await logEntryFault(entry)).toBeNull();
  });

  test('attack: a proposer is added to an action that one signed', async () => {
    const entry = { ...(await loneEntry()), proposedBy: BEN.address };
    expect(await logEntryFault(entry)).toBe('another proposedBy was signed');
  });

  test('attack: one operator confirms the own proposal; a refusal of it agrees', async () => {
    const confirms = { id: '31', by: ANN.address, reason: 'for me', account: ANN };
    const key = 'POST /api/ops/reserve/fund';
    const of = { system: SYSTEM, logId: '73', at: Date.UTC(2026, 10, 20, 4), account: ANN, key } as const;
    const entry = await signedLogEntry({ ...of, fields: { amount: 1n }, reason: 'for me', confirms });
    expect(await logEntryFault(entry)).toBe('one operator proposed and confirmed it');
    expect(await logEntryFault({ ...entry, action: `refuse ${entry.action}`, subject: '' })).toBeNull();
  });

  test.each<[string, (entry: OperatorLogEntry) => OperatorLogEntry, string]>([
    ['a proposal is shown as done', (entry) => ({ ...entry, action: 'unpause' }), 'another action was signed'],
    ['a refused action is shown as done', (entry) => ({ ...entry, subject: '' }), 'another action was signed'],
    ['the proposal is left out', (entry) => ({ ...entry, proposed: null }), 'the proposer did not sign it'],
  ])('attack: %s', async (name, change, fault) => {
    const confirmed = await confirmedEntry();
    const base = name.startsWith('a proposal')
      ? { ...(await loneEntry()), action: 'propose unpause', proposalId: '31' }
      : confirmed;
    expect(await logEntryFault(change(base))).toBe(fault);
  });

  test('attack: the entry of another system is none of this one', async () => {
    const entry = await loneEntry();
    expect(await verifyLogEntry(entry, { ...SYSTEM, chainId: 1 })).toEqual({
      fault: { kind: 'other-system' },
    });
    const vault = `0x${'99'.repeat(20)}`;
    expect(await verifyLogEntry(entry, { ...SYSTEM, vault })).toEqual({ fault: { kind: 'other-system' } });
  });

  test('attack: a proposal of other fields than the confirmed ones', async () => {
    const [confirmed, other] = [await confirmedEntry(), await confirmedEntry({ amount: 2n })];
    expect(await logEntryFault({ ...confirmed, proposed: other.proposed })).toBe('another amount was signed');
  });
});
