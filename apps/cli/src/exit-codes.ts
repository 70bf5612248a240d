/** Meaning of a command's exit code; docs/operating/command-line.md#results */
export const EXIT = {
  /** Done. */
  done: 0,
  /** Refused: by a rule, by the wallet, or not confirmed; or a verification found an error. */
  refused: 1,
  /** Wrong usage: an unknown command or option, a missing or malformed field, an unsafe key file. */
  usage: 2,
  /** No connection or no answer, or the outcome of an action is unknown. */
  unanswered: 3,
  /** Proposed: nothing has changed yet, a second operator must confirm it. */
  proposed: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command with an exit code, and with the code, text and details of a refusal. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exit: ExitCode;
  /** Code of the refusal, or a code of the command line. */
  readonly error: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    exit: ExitCode,
    { error, message, details = {} }: { error: string; message: string; details?: Readonly<Record<string, unknown>> },
  ) {
    super(message);
    this.exit = exit;
    this.error = error;
    this.details = details;
  }
}

/** Returns the error for wrong usage of a command. */
export function usageError(message: string): CommandError {
  return new CommandError(EXIT.usage, { error: 'usage', message });
}
