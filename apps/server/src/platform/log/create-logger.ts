import { type DestinationStream, type Logger, pino } from 'pino';
import { redactUrls } from './redact-urls.ts';

/** What is never in a log: with it one is the user, or can sign for the vault. */
const SECRETS = [
  'token',
  'sign_hex',
  'signature',
  'req.headers.authorization',
  '*.token',
  '*.sign_hex',
  '*.signature',
  '*.authorization',
  '*.VOUCHER_SIGNER_KEY',
  '*.SCRIBE_KEY',
  '*.DATABASE_URL',
];

/** What may wait for a slow reader of the log; above it lines are dropped. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;

export type LogSettings = {
  /** Which process writes. */
  readonly name: string;
  readonly level: string;
  /** Where to write; standard output by default. */
  readonly destination?: DestinationStream;
};

/**
 * Returns a logger of one JSON object a line, times in ISO 8601, secrets left out. No work waits for the log: lines
 * wait for a reader and are dropped in the end, and an output that is closed or full stops nothing.
 */
export function createLogger({ name, level, destination }: LogSettings): Logger {
  const options = {
    name,
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: SECRETS, censor: '[secret]' },
    hooks: { streamWrite: redactUrls },
  };
  return pino(options, destination ?? standardOutput());
}

function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, maxLength: MOST_WAITING_BYTES });
  // Without a listener a full disk would end the process.
  output.on('error', () => undefined);
  return output;
}
