import { HOUR_MS } from '@city-mint/domain/time/durations';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { knownOperators, signedAt } from './known-operators.ts';
import { ANN, BEN, SYSTEM, signedLogEntry } from './testing/signed-entries.ts';
import { verifyLogEntry } from './verify-log-entry.ts';

const [CAT, DAN] = ['33', '44'].map((byte) => privateKeyToAccount(`0x${byte.repeat(32)}`));
if (CAT === undefined || DAN === undefined) throw new Error('two accounts');
const AT = Date.UTC(2026, 10, 20, 4);
const LISTED = [ANN.address, BEN.address];

type Signers = readonly [proposer: typeof ANN, confirmer: typeof ANN];

type Made = { readonly by?: Signers; readonly hours?: number };

async function changed(action: 'add' | 'remove' | 'role', fields: object, { by = [ANN, BEN], hours = 0 }: Made = {}) {
  const [proposer, account] = by;
  const confirms = { id: '5', by: proposer.address, reason: 'as said', account: proposer };
  const of = { system: SYSTEM, logId: '9', at: AT + hours * HOUR_MS, account, reason: 'as said', confirms };
  const entry = await signedLogEntry({ ...of, key: `POST /api/ops/operators/${action}`, fields });
  return { entry, verdict: await verifyLogEntry(entry, SYSTEM) };
}

describe('knownOperators', () => {
  test('default: those of the list, in capitals or not', () => {
    const isOperator = knownOperators([ANN.address.toLowerCase()], []);
    expect([isOperator(ANN.address, AT), isOperator(BEN.address, AT)]).toEqual([true, false]);
  });

  test('behavior: one whom two operators added is known from then on, until they remove them', async () => {
    const added = await changed('add', { address: CAT.address, role: 'operator' });
    const removed = await changed('remove', { address: CAT.address }, { hours: 2 });
    const isOperator = knownOperators(LISTED, [removed, added]);
    const known = [-1, 1, 3].map((hours) => isOperator(CAT.address, AT + hours * HOUR_MS));
    expect(known).toEqual([false, true, false]);
  });

  test('behavior: one who became a viewer signs nothing any more', async () => {
    const isOperator = knownOperators(LISTED, [await changed('role', { address: BEN.address, role: 'viewer' })]);
    expect(isOperator(BEN.address, AT + HOUR_MS)).toBe(false);
  });

  test('behavior: one who takes part in the own removal, or demotion, was an operator until then', async () => {
    const removed = await changed('remove', { address: ANN.address });
    const demoted = await changed('role', { address: BEN.address, role: 'viewer' });
    for (const [{ entry, verdict }, { address }] of [[removed, ANN] as const, [demoted, BEN] as const]) {
      const isOperator = knownOperators(LISTED, [{ entry, verdict }]);
      expect([isOperator(address, signedAt(entry)), isOperator(address, signedAt(entry) + 1)]).toEqual([true, false]);
    }
  });

  test('attack: strangers add no operator, nor does one operator with a stranger', async () => {
    const fields = { address: CAT.address, role: 'operator' };
    const verified = [
      await changed('add', fields, { by: [CAT, DAN] }),
      await changed('add', fields, { by: [ANN, CAT] }),
    ];
    expect(knownOperators(LISTED, verified)(CAT.address, AT + HOUR_MS)).toBe(false);
  });

  test('attack: one who acts but does not confirm adds no operator; an approver does', async () => {
    for (const role of ['operator', 'approver']) {
      const verified = [
        await changed('add', { address: CAT.address, role }),
        await changed('add', { address: DAN.address, role: 'operator' }, { by: [ANN, CAT], hours: 1 }),
      ];
      expect(knownOperators(LISTED, verified)(DAN.address, AT + 2 * HOUR_MS)).toBe(role === 'approver');
    }
  });

  test('attack: an addition with another address than the signed one adds no operator', async () => {
    const { entry } = await changed('add', { address: CAT.address, role: 'operator' });
    const message = { ...entry.signed.message, address: DAN.address };
    const forged = { ...entry, signed: { ...entry.signed, message } };
    const verified = [{ entry: forged, verdict: await verifyLogEntry(forged, SYSTEM) }];
    expect(knownOperators(LISTED, verified)(DAN.address, AT + HOUR_MS)).toBe(false);
  });
});
