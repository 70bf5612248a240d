/** What the exit code of a command says; docs/operating/command-line.md#results */
export const EXIT = {
  /** Done. */
  done: 0,
  /** Refused: by a rule, by the wallet, or not confirmed; or what was verified is not as it should be. */
  refused: 1,
  /** Wrong usage: an unknown command or option, a field that is missing or malformed, a key file that is not safe. */
  usage: 2,
  /** No connection or no answer, or it is not known what became of an action. */
  unanswered: 3,
  /** Proposed: nothing has changed yet, a second operator has to confirm it. */
  proposed: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command with an exit code, and with the code, text and details of a refusal. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exit: ExitCode;
  /** The code of the refusal, or one of the command's own. */
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

/** Returns the error of a command that was called in a wrong way. */
export function usageError(message: string): CommandError {
  return new CommandError(EXIT.usage, { error: 'usage', message });
}
