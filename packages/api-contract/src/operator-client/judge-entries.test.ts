import { describe, expect, test } from 'vitest';
import { judgeEntries } from './judge-entries.ts';
import { knownOperators } from './known-operators.ts';
import { ANN, BEN, confirmedEntry, loneEntry, rejectedEntry, SYSTEM } from './testing/signed-entries.ts';
import { tamperings } from './testing/tamperings.ts';
import { type OperatorLogEntry, verifyLogEntry } from './verify-log-entry.ts';

const LISTED = [ANN.address, BEN.address.toLowerCase()];

async function judge(entries: readonly OperatorLogEntry[], listed: readonly string[] | null = LISTED) {
  const verdicts = new Map(
    await Promise.all(entries.map(async (entry) => [entry, await verifyLogEntry(entry, SYSTEM)] as const)),
  );
  const isOperator = listed === null ? null : knownOperators(listed, []);
  return judgeEntries(entries, { verdictOf: (entry) => verdicts.get(entry), isOperator });
}

describe('judgeEntries', () => {
  test('default: names who signed', async () => {
    expect(await judge([await confirmedEntry(), await loneEntry()])).toEqual([
      { kind: 'agrees', signers: [BEN.address, ANN.address] },
      { kind: 'agrees', signers: [ANN.address] },
    ]);
  });

  test('attack: each changed field of each kind of entry turns the verdict', async () => {
    let [caught, all] = [0, 0];
    for (const make of [loneEntry, confirmedEntry, rejectedEntry]) {
      for (const { tampered } of tamperings(await make())) {
        all += 1;
        const [verdict] = await judge([tampered]);
        if (verdict?.kind === 'differs') caught += 1;
      }
    }
    expect(caught).toBe(all);
    expect(all).toBeGreaterThan(300);
  });

  test('attack: what a stranger signed is no action of an operator', async () => {
    const [verdict] = await judge([await confirmedEntry()], [ANN.address]);
    expect(verdict).toEqual({ kind: 'differs', fault: 'stranger', place: BEN.address });
  });

  test('attack: an action shown twice is refused twice', async () => {
    const entry = await loneEntry();
    expect(await judge([entry, { ...entry, logId: '72' }])).toEqual([
      { kind: 'differs', fault: 'repeated', place: '' },
      { kind: 'differs', fault: 'repeated', place: '' },
    ]);
  });

  test('behavior: without a list every signer is named', async () => {
    expect(await judge([await loneEntry()], null)).toEqual([{ kind: 'agrees', signers: [ANN.address] }]);
  });
});
