import { browserStorage } from '@city-mint/client/browser-storage.ts';

const DEVICE_KEY = 'fmc.mail';
const DEVICE = /^[0-9a-f]{64}$/;

/** Returns the random secret by which the server knows this browser again; undefined before an address was entered. */
export function findDevice(): string | undefined {
  const stored = browserStorage.getItem(DEVICE_KEY) ?? '';
  return DEVICE.test(stored) ? stored : undefined;
}

/** Returns that secret, created if necessary. */
export function openDevice(): string {
  const found = findDevice();
  if (found !== undefined) return found;
  const device = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0'));
  browserStorage.setItem(DEVICE_KEY, device.join(''));
  return device.join('');
}
