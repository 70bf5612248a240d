import { expect, test } from 'vitest';
import { moneyLines } from './money-lines.ts';

const flow = (kind: string, moved: { readonly JU: string } | { readonly FMC: string }, transfers = 1) => ({
  ...{ kind, transfers },
  ...('JU' in moved ? { currency: 'JU' as const, amount: moved.JU } : { currency: 'FMC' as const, amount: moved.FMC }),
});

test('default: kinds of one line are summed up exactly, by currency; lines without a transfer are left out', () => {
  const flows = [
    flow('deposit', { JU: '1.000000000000000001' }, 2),
    flow('deposit', { FMC: '3' }),
    flow('principal-return', { JU: '90071992547409.91' }),
    flow('reward', { JU: '0.09' }, 4),
  ];
  expect(moneyLines({ flows })).toEqual([
    { name: 'recharges', JU: '1.000000000000000001', FMC: '3', transfers: 3 },
    { name: 'paidBack', JU: '90071992547410', FMC: '0', transfers: 5 },
  ]);
  expect(moneyLines({ flows: [] })).toEqual([]);
});
