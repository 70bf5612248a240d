import type { LiveEventData } from '@city-mint/api-contract/live-events';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { readUserBalances } from '#ledger/accounts/queries.ts';
import type { Database } from '#platform/database/database.ts';
import type { EventFeed } from '#platform/events/event-hub.ts';
import { readLiveRounds } from '#rounds/live/queries.ts';
import { createRoundFeed } from '#rounds/live/round-feed.ts';

/**
 * Returns the feed of live events: of rounds to all listeners, of balances to their owner. A poll takes two queries,
 * however many listeners there are. `forgetShared` is called before listeners learn that rounds changed, because their
 * next call must not get an older answer.
 */
export function liveFeed(db: Database, { forgetShared }: { readonly forgetShared: () => void }): EventFeed {
  const rounds = createRoundFeed((besides) => readLiveRounds(db, besides));
  return {
    ...rounds,
    async poll() {
      const events = await rounds.poll();
      if (events.length > 0) forgetShared();
      return events;
    },
    async pollFor(userIds) {
      const balances = await readUserBalances(db, userIds);
      return new Map(
        [...balances].map(([userId, { JU, FMC }]) => {
          const data: LiveEventData<'balances'> = { JU: toWire(JU), FMC: toWire(FMC) };
          return [userId, { name: 'balances', data: JSON.stringify(data) }];
        }),
      );
    },
  };
}

function toWire({ available, withdrawing }: { available: bigint; withdrawing: bigint }) {
  return { available: formatAmount(available), withdrawing: formatAmount(withdrawing) };
}
