import { parseArgs } from 'node:util';

/** What may follow `npm start --`. */
export type StartOptions = {
  /** Forget the database, the chain and all that was done on them. */
  fresh: boolean;
  /** Whether simulated participants join in. */
  crowd: boolean;
  /** Port of page and API; another one is taken when it is not free. */
  port: number;
};

const HELP = `npm start [-- OPTION…]
  --fresh      forget everything and start over
  --no-crowd   without simulated participants
  --port PORT  port of page and API (default 8080)`;

/** Reads the command line; ends the process with the list of options when it has one that does not exist. */
export function readStartOptions(args: string[]): StartOptions {
  try {
    const { values } = parseArgs({
      args,
      options: {
        fresh: { type: 'boolean', default: false },
        'no-crowd': { type: 'boolean', default: false },
        port: { type: 'string', default: '8080' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) throw new Error('These are the options:');
    return { fresh: values.fresh, crowd: !values['no-crowd'], port: parsePort(values.port) };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${HELP}`);
    process.exit(2);
  }
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) throw new Error(`--port must be 1 to 65535, not ${text}.`);
  return port;
}
