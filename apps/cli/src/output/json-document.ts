import { actionOutcome, figures } from '@city-mint/api-contract/operator/operator-action';
import { z } from 'zod';
import { type CommandError, EXIT, type ExitCode } from '../exit-codes.ts';

/** Result of an action, as `--json` prints it. */
export const actionDocument = actionOutcome.extend({
  action: z.string(),
  requestId: z.uuid(),
  subject: z.string(),
  before: figures.nullable(),
  after: figures.nullable(),
  /** Whether an answer was lost, so that the request was sent again. */
  sentAgain: z.boolean(),
});

export type ActionDocument = z.output<typeof actionDocument>;

/** Document of a failed command. */
export const refusedDocument = z.object({
  ok: z.literal(false),
  exit: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** Code of the refusal from the API, or a code of the command line. */
  error: z.string(),
  /** In the user's language. */
  message: z.string(),
  details: z.record(z.string(), z.unknown()),
});

/** Returns the schema of `--json` output: `data` of the contract or `actionDocument`, or a refusal. */
export function jsonDocument<Data extends z.ZodType>(data: Data) {
  return z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), data }), refusedDocument]);
}

/** Returns an error as a document, with its exit code. */
export function errorDocument(error: CommandError): z.input<typeof refusedDocument> {
  const { message, details } = error;
  return { ok: false, exit: refusedExit(error.exit), error: error.error, message, details };
}

function refusedExit(exit: ExitCode): 1 | 2 | 3 {
  return exit === EXIT.usage || exit === EXIT.unanswered ? exit : EXIT.refused;
}
