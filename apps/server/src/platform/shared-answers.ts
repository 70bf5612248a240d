/** Returns the answer of a key: one that was read for another caller, or what `read` returns. */
export type ShareAnswer = <Answer>(key: string, read: () => Promise<Answer>) => Promise<Answer>;

export type SharedAnswers = {
  readonly share: ShareAnswer;
  /** Forgets every answer, also those that are being read: whoever asks from now on gets one read after this. */
  readonly forget: () => void;
};

/** The latest reading of a key, and the one that follows it for those who came when it was too old to wait for. */
type Reading = {
  readonly beganAt: number;
  readonly answer: Promise<unknown>;
  isOver: boolean;
  next: Promise<unknown> | undefined;
};

export type SharedAnswersSettings = {
  /** How old an answer may be, in milliseconds from the beginning of its reading; 0 = each is read after its caller. */
  readonly maximumAgeMs: number;
  /** How many keys are remembered; the oldest ones are forgotten. 1,000 unless given. */
  readonly mostKeys?: number;
  readonly now?: () => number;
};

const MOST_KEYS = 1_000;

/**
 * Returns what shares answers that are the same for everybody: a key is read once at a time, however many ask, and its
 * answer is used for all who ask within `maximumAgeMs` of the beginning of that reading. Whoever comes later gets an
 * answer that is read after they came. An error reaches those who waited for it, and is not remembered. A key names
 * all that `read` depends on; what is a caller's own is never shared.
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
    // A key's answers have one type.
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
