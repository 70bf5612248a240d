import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { unitsOf } from '@city-mint/domain/money/amount-text';

type Order = ReplyOf<'POST /api/biz/mine/mint'>['items'][number];
type Failure = ReplyOf<'POST /api/app/preview'>['failures'][number];

/** Returns the order that explains most: the latest settled one, else the latest; null for none. */
export function orderToExplain(orders: readonly Order[]): Order | null {
  const readable = orders.filter(({ unreadable }) => !unreadable);
  return readable.find(({ outcome }) => outcome !== null) ?? readable[0] ?? null;
}

/** Returns the failure of a preview with the largest uncompensated loss; null if none can happen. */
export function worstFailure(failures: readonly Failure[]): Failure | null {
  const possible = failures.filter(({ position }) => position !== 'cannot-happen');
  return possible.reduce<Failure | null>(
    (worst, failure) => (worst === null || uncovered(failure) > uncovered(worst) ? failure : worst),
    null,
  );
}

function uncovered({ loss, compensation }: Failure): bigint {
  return unitsOf(loss) - unitsOf(compensation);
}
