import { disconnect } from 'wagmi/actions';
import { commandApi } from '../platform/api.ts';
import { currentSession } from '../platform/session-store.ts';
import { walletConfig } from './wallet-config.ts';

/** Lets go of the wallet, and with it of the session. */
export async function disconnectWallet(): Promise<void> {
  if (currentSession() !== null) await commandApi('POST /api/app/user/logout', {});
  await disconnect(walletConfig);
}
