import type { Database } from './database/database.ts';

/** Returns the answer of a key: a shared one, or the result of `read`. */
export type ShareAnswer = <Answer>(key: string, read: () => Promise<Answer>) => Promise<Answer>;

/**
 * The same, reading from the one database that all shared answers come from: a caller on a standby would otherwise wait
 * for a reading of another standby, which may fail, or be older than what made others ask again.
 */
export type ShareRead = <Answer>(key: string, read: (db: Database) => Promise<Answer>) => Promise<Answer>;

export type SharedAnswers = {
  readonly share: ShareAnswer;
  /** Drops every answer, including those that are being read: later calls get a reading that began after this. */
  readonly forget: () => void;
};

/** The latest reading of a key, and the following one for calls that came when it was too old. */
type Reading = {
  readonly beganAt: number;
  readonly answer: Promise<unknown>;
  isOver: boolean;
  next: Promise<unknown> | undefined;
};

export type SharedAnswersSettings = {
  /** Maximum age of an answer in milliseconds, since its reading began; 0 = each is read after its call. */
  readonly maximumAgeMs: number;
  /** Maximum number of cached keys; the oldest are evicted. 1,000 by default. */
  readonly mostKeys?: number;
  readonly now?: () => number;
};

const MOST_KEYS = 1_000;

/**
 * Returns a cache for answers that are the same for everyone. A key is read once at a time, however many callers there
 * are, and its answer serves all calls within `maximumAgeMs` of the beginning of that reading. Later calls get a
 * reading that began after they arrived. An error reaches the waiting calls, and is not cached. A key must name
 * everything that `read` depends on; answers for a single caller are never shared.
 */
export function createSharedAnswers(settings: SharedAnswersSettings): SharedAnswers {
  const { maximumAgeMs, mostKeys = MOST_KEYS, now = () => performance.now() } = settings;
  const readings = new Map<string, Reading>();

  function begin<Answer>(key: string, read: () => Promise<Answer>): Promise<Answer> {
    const answer = read();
    const reading: Reading = { beganAt: now(), answer, isOver: false, next: undefined };
    readings.delete(key);
    readings.set(key, reading);
    answer.then(
      () => {
        reading.isOver = true;
      },
      () => {
        reading.isOver = true;
        if (readings.get(key) === reading) readings.delete(key);
      },
    );
    forgetOldest(readings, mostKeys);
    return answer;
  }

  const share: ShareAnswer = <Answer>(key: string, read: () => Promise<Answer>) => {
    const reading = readings.get(key);
    if (reading === undefined) return begin(key, read);
    // All answers of a key have the same type.
    if (now() - reading.beganAt < maximumAgeMs) return reading.answer as Promise<Answer>;
    if (reading.isOver && reading.next === undefined) return begin(key, read);
    reading.next ??= reading.answer.then(
      () => begin(key, read),
      () => begin(key, read),
    );
    return reading.next as Promise<Answer>;
  };
  return { share, forget: () => readings.clear() };
}

function forgetOldest(readings: Map<string, Reading>, most: number): void {
  const [oldest] = readings.keys();
  if (readings.size > most && oldest !== undefined) readings.delete(oldest);
}
