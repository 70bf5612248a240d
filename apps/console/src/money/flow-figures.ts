import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { formatAmount, signedUnitsOf } from '@city-mint/domain/money/amount-text';
import { DAY_MS } from '@city-mint/domain/time/durations';

type Flows = ReplyOf<'POST /api/ops/funds/flows'>;
type Flow = Flows['flows'][number];

/** What one kind of transfer brought or took over all days; amounts exact. */
export type FlowSum = Pick<Flow, 'kind' | 'direction'> & { readonly amount: string; readonly transfers: number };

/** Returns each kind and direction with its sum over all days, the largest first. */
export function sumFlows(flows: readonly Flow[]): FlowSum[] {
  const sums = new Map<string, { flow: Flow; units: bigint; transfers: number }>();
  for (const flow of flows) {
    const key = `${flow.direction} ${flow.kind}`;
    const before = sums.get(key) ?? { flow, units: 0n, transfers: 0 };
    const units = before.units + signedUnitsOf(flow.amount);
    sums.set(key, { flow, units, transfers: before.transfers + flow.transfers });
  }
  return [...sums.values()]
    .sort((a, b) => (a.units < b.units ? 1 : -1))
    .map(({ flow, units, transfers }) => ({
      ...{ kind: flow.kind, direction: flow.direction, transfers },
      amount: formatAmount(units),
    }));
}

/** Returns the days, the balance at the end of each, and what each kind brought or took on it, for drawing. */
export function flowColumns({ from, days, opening, flows }: Flows) {
  const x = Array.from({ length: days }, (_day, index) => from + index * DAY_MS);
  const change = new Map<number, bigint>();
  for (const { day, direction, amount } of flows) {
    const units = direction === 'in' ? signedUnitsOf(amount) : -signedUnitsOf(amount);
    change.set(day, (change.get(day) ?? 0n) + units);
  }
  let held = signedUnitsOf(opening);
  const balance = x.map((day) => {
    held += change.get(day) ?? 0n;
    return formatAmount(held);
  });
  const kinds = sumFlows(flows).map(({ kind, direction }) => ({
    ...{ kind, direction },
    values: x.map((day) =>
      Number(flows.find((flow) => flow.day === day && flow.kind === kind && flow.direction === direction)?.amount ?? 0),
    ),
  }));
  return { x, balance, kinds };
}
