import { startExchange } from '../exchange-stand-in.ts';

/**
 * The exchange of the local system, on the port of EXCHANGE_URL, with the key EXCHANGE_KEY. The code that links account
 * 123456 to an address is at GET /codes?uid=123456&address=0x…
 */
const { EXCHANGE_KEY: key, EXCHANGE_URL: url } = process.env;
if (key === undefined || url === undefined) throw new Error('EXCHANGE_KEY and EXCHANGE_URL must be set');

const exchange = await startExchange({ key, port: Number(new URL(url).port) });
console.log(`exchange listening on ${exchange.url}`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void exchange.stop().then(() => process.exit(0));
  });
}
