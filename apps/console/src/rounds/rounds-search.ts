import { ORDER_STATES } from '@city-mint/domain/rounds/order-state';
import { ROUND_STATES } from '@city-mint/domain/rounds/round-state';
import { searchOf } from '#platform/search.ts';

/** Parses the search parameters of the list of rounds; times are of openings. */
export const parseRoundsSearch = searchOf(['city'], ['from', 'to'], { state: ROUND_STATES });
export type RoundsSearch = ReturnType<typeof parseRoundsSearch>;

export const JOIN_WAYS = ['auto-mint', 'by-hand'] as const;

/** Parses the search parameters of a round: the filters of its orders. */
export const parseRoundSearch = searchOf([], [], { way: JOIN_WAYS, orderState: ORDER_STATES });
export type RoundSearch = ReturnType<typeof parseRoundSearch>;
