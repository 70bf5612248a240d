import { describe, expect, test } from 'vitest';
import { operatorActions } from '../operator/endpoints.ts';
import { actionName } from '../operator/operator-action.ts';
import { findRoleFaults, type RoleEntry, roleOf } from './verify-log-roles.ts';

const [ANN, BEN, CAT, DAN] = ['0xA', '0xB', '0xC', '0xD'];

const entry = (operator: string, action: string, more: Partial<RoleEntry> & { message?: object } = {}): RoleEntry => ({
  logId: crypto.randomUUID(),
  ...{ operator, action, proposedBy: null, proposalId: null },
  ...more,
  signed: { message: { ...more.message } },
});
/** An entry of a change of operators, confirmed by Ben. */
const changed = (action: 'add' | 'role' | 'remove', address: string, role?: string) =>
  entry(BEN, `operators/${action}`, {
    proposedBy: ANN,
    proposalId: '1',
    message: { address, ...(role === undefined ? {} : { role }) },
  });
/** The faults of the last entry. */
const faultOf = (...entries: RoleEntry[]) => {
  const faults = findRoleFaults(entries);
  const fault = faults.get(entries.at(-1)?.logId ?? '') ?? null;
  return { fault, others: faults.size - (fault === null ? 0 : 1) };
};

describe('the roles in the log of operators', () => {
  test.each([
    ['an approver of the configuration confirms', [changed('add', CAT, 'operator')], null],
    ['an operator acts alone', [changed('add', CAT, 'operator'), entry(CAT, 'pause')], null],
    [
      'an operator proposes',
      [changed('add', CAT, 'operator'), entry(CAT, 'propose unpause', { proposalId: '2' })],
      null,
    ],
    [
      'a viewer acts',
      [changed('add', CAT, 'viewer'), entry(CAT, 'pause')],
      'it takes the role operator, and its operator had viewer',
    ],
    [
      'an operator confirms',
      [changed('add', CAT, 'operator'), entry(CAT, 'unpause', { proposedBy: ANN, proposalId: '2' })],
      'it takes the role approver, and its operator had operator',
    ],
    [
      'an operator proposes a role',
      [changed('add', CAT, 'operator'), entry(CAT, 'propose operators/role', { proposalId: '2' })],
      'it takes the role approver, and its operator had operator',
    ],
    [
      'an operator rejects their own proposal',
      [
        changed('add', CAT, 'operator'),
        entry(CAT, 'propose unpause', { proposalId: '2' }),
        entry(CAT, 'reject unpause', { proposalId: '2' }),
      ],
      null,
    ],
    [
      'an operator rejects another’s',
      [
        changed('add', CAT, 'operator'),
        entry(ANN, 'propose unpause', { proposalId: '2' }),
        entry(CAT, 'reject unpause', { proposalId: '2' }),
      ],
      'it takes the role approver, and its operator had operator',
    ],
    [
      'one of the configuration acts as a viewer',
      [changed('role', DAN, 'viewer'), entry(DAN, 'pause')],
      'it takes the role operator, and its operator had viewer',
    ],
    ['one who was removed acts', [changed('remove', DAN), entry(DAN, 'pause')], 'its operator had been removed'],
    [
      'one who was added again acts',
      [changed('remove', DAN), changed('add', DAN, 'operator'), entry(DAN, 'pause')],
      null,
    ],
    [
      'a proposed role is stated as done, and its new approver confirms',
      [changed('add', CAT, 'operator'), entry(ANN, 'operators/role', { message: { address: CAT, role: 'approver' } })],
      'it takes two operators, and one signed it',
    ],
    ['an action that no release of now has', [changed('add', CAT, 'operator'), entry(CAT, 'long/gone')], null],
  ] as const)('behavior: %s', (_what, entries, fault) => {
    expect(faultOf(...entries)).toEqual({ fault, others: 0 });
  });

  test('attack: a role that one operator signed does not count', () => {
    const alone = entry(ANN, 'operators/role', { message: { address: CAT, role: 'approver' } });
    const confirmed = entry(CAT, 'unpause', { proposedBy: ANN, proposalId: '2' });
    expect(faultOf(changed('add', CAT, 'operator'), alone, confirmed)).toEqual({
      fault: 'it takes the role approver, and its operator had operator',
      others: 1,
    });
  });

  test('attack: a role that an operator below approver confirmed does not count', () => {
    const message = { address: DAN, role: 'viewer' };
    const byCat = entry(CAT, 'operators/role', { proposedBy: ANN, proposalId: '2', message });
    expect(faultOf(changed('add', CAT, 'operator'), byCat, entry(DAN, 'pause'))).toEqual({ fault: null, others: 1 });
  });

  test('behavior: a proposal changes no role', () => {
    const proposed = entry(ANN, 'propose operators/role', {
      proposalId: '3',
      message: { address: BEN, role: 'viewer' },
    });
    expect(faultOf(proposed, changed('add', CAT, 'viewer'))).toEqual({ fault: null, others: 0 });
  });
});

test('roleOf: is the role that each action declares', () => {
  const declared = Object.entries(operatorActions).map(([key, { role }]) => [actionName(key), role]);
  expect(declared.map(([name = '']) => [name, roleOf(name)])).toEqual(declared);
  expect(new Set(declared.map(([, role]) => role))).toEqual(new Set(['operator', 'approver']));
});
