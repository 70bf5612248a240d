import { type DestinationStream, type Logger, pino } from 'pino';

/** What never stands in a log: whoever has it is the user, or can sign for the vault. */
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
  '*.DATABASE_URL',
];

export type LogSettings = {
  /** Which process writes. */
  readonly name: string;
  readonly level: string;
  /** Where to write; standard output unless told. */
  readonly destination?: DestinationStream;
};

/** One JSON object a line. Times in ISO 8601, secrets left out. */
export function createLogger({ name, level, destination }: LogSettings): Logger {
  const options = {
    name,
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: SECRETS, censor: '[secret]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
