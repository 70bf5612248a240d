import { notifyReady } from '@city-mint/server/platform/process/notify-ready';
import { startRelay } from '../relay.ts';

/** The local system's relay between the page and wallets on other devices, on the port PORT of HOST. */
const { PORT: port, HOST: host } = process.env;
if (port === undefined || host === undefined) throw new Error('PORT and HOST must be set');

const relay = await startRelay(Number(port), host);
notifyReady();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void relay.stop().then(() => process.exit(0));
  });
}
