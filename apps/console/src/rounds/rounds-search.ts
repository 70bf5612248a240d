import { ORDER_STATES } from '@city-mint/domain/rounds/order-state';
import { ROUND_STATES } from '@city-mint/domain/rounds/round-state';
import { searchOf } from '#platform/search.ts';

/** Reads what the address of the rooms of rounds says: the filters of the list; times are of openings. */
export const parseRoundsSearch = searchOf(['city'], ['from', 'to'], { state: ROUND_STATES });
export type RoundsSearch = ReturnType<typeof parseRoundsSearch>;

export const JOIN_WAYS = ['auto-mint', 'by-hand'] as const;

/** Reads a round's address: which of its orders are listed. */
export const parseRoundSearch = searchOf([], [], { way: JOIN_WAYS, orderState: ORDER_STATES });
export type RoundSearch = ReturnType<typeof parseRoundSearch>;
