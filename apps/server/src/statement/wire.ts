import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { AccountTotals, KindTotal } from '#ledger/statements/queries/totals.ts';

type Reply = Extract<ReplyOf<'POST /api/app/user/statement'>, { format: 'json' }>;
type Flow = { readonly in: bigint; readonly out: bigint };

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
const flowOf = (kinds: readonly Flow[]): Flow => ({
  in: sum(kinds.map((kind) => kind.in)),
  out: sum(kinds.map((kind) => kind.out)),
});
const flowOnWire = (flow: Flow) => ({ in: formatAmount(flow.in), out: formatAmount(flow.out) });

/** Returns the totals of a statement in wire form: by currency, and within it by account. */
export function currenciesOnWire(totals: readonly AccountTotals[]): Reply['currencies'] {
  return (['JU', 'FMC'] as const).map((currency) => {
    const accounts = totals.filter((account) => account.currency === currency);
    const kinds = netOf(accounts.flatMap((account) => account.kinds));
    return {
      currency,
      opening: formatAmount(sum(accounts.map(({ opening }) => opening))),
      ...flowOnWire(flowOf(kinds)),
      closing: formatAmount(sum(accounts.map(({ closing }) => closing))),
      movements: kinds.map(kindOnWire),
      accounts: accounts.map((account) => ({
        account: account.account,
        opening: formatAmount(account.opening),
        ...flowOnWire(flowOf(account.kinds)),
        closing: formatAmount(account.closing),
        movements: account.kinds.map(kindOnWire),
      })),
    };
  });
}

/** Returns by kind the net amount that all accounts together received or paid; transfers between them cancel out. */
function netOf(kinds: readonly KindTotal[]): KindTotal[] {
  return [...Map.groupBy(kinds, ({ kind }) => kind)].flatMap(([kind, all]) => {
    const net = sum(all.map((one) => one.in - one.out));
    if (net === 0n) return [];
    const count = Math.max(...all.map((one) => one.count));
    return [{ kind, in: net > 0n ? net : 0n, out: net < 0n ? -net : 0n, count }];
  });
}

function kindOnWire({ kind, count, ...flow }: KindTotal) {
  return { kind, ...flowOnWire(flow), count };
}
