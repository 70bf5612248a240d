import { startExchange } from './exchange-stand-in.ts';

/** The external exchange of the local system, as a program of its own: EXCHANGE_KEY and the port of EXCHANGE_URL say which. */
const { EXCHANGE_KEY: key, EXCHANGE_URL: url } = process.env;
if (key === undefined || url === undefined) throw new Error('EXCHANGE_KEY and EXCHANGE_URL are missing');

const exchange = await startExchange({ key, port: Number(new URL(url).port) });
console.log(`the exchange listens at ${exchange.url}`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void exchange.stop().then(() => process.exit(0));
  });
}
