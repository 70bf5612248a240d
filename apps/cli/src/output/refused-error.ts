import { CODES, type RefusalDetails } from '@city-mint/api-contract/envelope';
import { CommandError, EXIT } from '../exit-codes.ts';

type Refused = {
  readonly code: number;
  readonly error: string;
  readonly msg: string;
  readonly details: RefusalDetails;
};

/** Answers that do not decide the request: a retry may succeed. */
const UNDECIDED = new Set<number>([CODES.internal, CODES.maintenance, CODES.tooMany]);

/** Returns whether an answer leaves the request undecided. */
export function isUndecided({ code }: Pick<Refused, 'code'>): boolean {
  return UNDECIDED.has(code);
}

/** Returns the error of a refusal: the server's text, in the user's language, and the exit code of its kind. */
export function refusedError({ code, error, msg, details }: Refused): CommandError {
  const exit = code === CODES.badInput ? EXIT.usage : isUndecided({ code }) ? EXIT.unanswered : EXIT.refused;
  return new CommandError(exit, { error, message: msg, details });
}
