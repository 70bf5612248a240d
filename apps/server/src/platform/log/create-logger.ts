import { type DestinationStream, type Logger, pino } from 'pino';
import { redactUrls } from './redact-urls.ts';

/** Fields that must never be logged: with them anyone could act as the user, or sign for the vault. */
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
  '*.GUARD_KEY',
  '*.AUDITOR_KEY',
  '*.DATABASE_URL',
  '*.DATABASE_DIRECT_URL',
];

/** Maximum unread data of a slow log reader; above it lines are dropped. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;

export type LogSettings = {
  /** The name of the process. */
  readonly name: string;
  readonly level: string;
  /** The output; standard output by default. */
  readonly destination?: DestinationStream;
  /** Returns further fields of each line. */
  readonly fields?: () => object;
};

/**
 * Returns a logger of one JSON object per line, times in ISO 8601, without secrets. Work never waits for the log: lines
 * are buffered for the reader and dropped above the maximum, and a closed or full output stops nothing.
 */
export function createLogger({ name, level, destination, fields }: LogSettings): Logger {
  const options = {
    name,
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: SECRETS, censor: '[secret]' },
    hooks: { streamWrite: redactUrls },
    ...(fields === undefined ? {} : { mixin: fields }),
  };
  return pino(options, destination ?? standardOutput());
}

function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, maxLength: MOST_WAITING_BYTES });
  // Without a listener a full disk would end the process.
  output.on('error', () => undefined);
  return output;
}
