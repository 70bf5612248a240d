import { z } from 'zod';
import { roundInBrief } from './rounds/endpoints.ts';
import { amount, id, time } from './wire.ts';

export const EVENTS_SUMMARY =
  'Live events (server-sent): first the running rounds, then their changes; with a token in the Authorization header also my balances. ' +
  'Last-Event-ID resumes; where that is no longer possible, the rounds are sent again. No capacity: HTTP 503, Retry-After.';

const liveRound = z.object({ ...roundInBrief, cityId: id });

const held = z.object({ available: amount, withdrawing: amount });

/** What each event's `data` is, by the event's name. */
export const liveEvents = {
  /**
   * All rounds that are planned, open or being settled; one that is not among them is over. Begins a stream that
   * resumes nothing.
   */
  rounds: z.object({ serverTime: time, rounds: z.array(liveRound) }),
  'round-opened': liveRound,
  /** How far a round is filled, at most once a second for each round. */
  'round-filled': liveRound,
  /** Full, over, being settled: any other change of state. Also a window that is stopped, or has a new end. */
  'round-changed': liveRound,
  /** Minted, or failed or cancelled and paid back. */
  'round-settled': liveRound,
  /** My balances: at the beginning, and after each change. */
  balances: z.object({ JU: held, FMC: held }),
  /** The session has ended: log out. The stream ends. */
  'logged-out': z.object({}),
  /** The server closes; come back after the time that `retry` says. */
  closing: z.object({}),
} as const;

export type LiveEventName = keyof typeof liveEvents;
export type LiveEventData<Name extends LiveEventName> = z.output<(typeof liveEvents)[Name]>;
