import { CODES, type RefusalDetails } from '@city-mint/api-contract/envelope';
import { CommandError, EXIT } from '../exit-codes.ts';

type Refused = {
  readonly code: number;
  readonly error: string;
  readonly msg: string;
  readonly details: RefusalDetails;
};

/** Answers that say nothing about what was asked: the same may be done, or be asked again, later. */
const UNDECIDED = new Set<number>([CODES.internal, CODES.maintenance, CODES.tooMany]);

/** Returns whether an answer says nothing about what was asked. */
export function isUndecided({ code }: Pick<Refused, 'code'>): boolean {
  return UNDECIDED.has(code);
}

/** Returns the error of a refusal: the server's text, in the user's language, and the exit code that its kind has. */
export function refusedError({ code, error, msg, details }: Refused): CommandError {
  const exit = code === CODES.badInput ? EXIT.usage : isUndecided({ code }) ? EXIT.unanswered : EXIT.refused;
  return new CommandError(exit, { error, message: msg, details });
}
