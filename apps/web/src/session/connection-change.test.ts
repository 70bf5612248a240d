import { expect, test } from 'vitest';
import { type ConnectionEffect, connectionChange } from './connection-change.ts';
import type { VisitorStatus } from './visitor-stage.ts';

const mine = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const gone: VisitorStatus = {
  status: 'disconnected',
  address: undefined,
  chainId: undefined,
  activeChainId: 202599,
  sessionAddress: null,
};
const connected: VisitorStatus = { ...gone, status: 'connected', address: mine, chainId: 202599 };
const authorized: VisitorStatus = { ...connected, sessionAddress: mine };

const nothing: ConnectionEffect = { endSession: false, walletChanged: false, prompt: null };

const CASES: readonly (readonly [string, VisitorStatus, VisitorStatus, ConnectionEffect])[] = [
  ['connected on the right chain: authorize', gone, connected, { ...nothing, prompt: 'authorize' }],
  ['connected on a wrong chain: switch', gone, { ...connected, chainId: 1 }, { ...nothing, prompt: 'switch' }],
  [
    'switched to the right chain: authorize',
    { ...connected, chainId: 1 },
    connected,
    { ...nothing, prompt: 'authorize' },
  ],
  ['logged in: every prompt closes', connected, authorized, { ...nothing, prompt: 'close' }],
  ['logged in, chain left: switch', authorized, { ...authorized, chainId: 1 }, { ...nothing, prompt: 'switch' }],
  [
    'zero accounts: session ends, connect',
    authorized,
    { ...gone, sessionAddress: mine },
    { endSession: true, walletChanged: false, prompt: 'connect' },
  ],
  ['disconnected without a session: connect', connected, gone, { ...nothing, prompt: 'connect' }],
  [
    'another account: session ends, message, authorize',
    authorized,
    { ...authorized, address: other },
    { endSession: true, walletChanged: true, prompt: 'authorize' },
  ],
  [
    'another account on a wrong chain: session ends, switch',
    authorized,
    { ...authorized, address: other, chainId: 1 },
    { endSession: true, walletChanged: true, prompt: 'switch' },
  ],
  ['session ended elsewhere: authorize', authorized, connected, { ...nothing, prompt: 'authorize' }],
  ['nothing changed: nothing', connected, connected, nothing],
  ['first visit: nothing', gone, gone, nothing],
  [
    'a kept connection could not be taken up: nothing',
    { ...gone, status: 'reconnecting', sessionAddress: mine },
    { ...gone, sessionAddress: mine },
    nothing,
  ],
  [
    'a kept connection of a known address could not be taken up: nothing',
    { ...authorized, status: 'reconnecting' },
    { ...gone, sessionAddress: mine },
    nothing,
  ],
  [
    'taken up again, logged in: nothing opens',
    { ...gone, status: 'reconnecting', sessionAddress: mine },
    authorized,
    { ...nothing, prompt: 'close' },
  ],
];

for (const [name, before, now, effect] of CASES) {
  test('behavior: a visitor who stays on the wallet’s chain is asked to sign in, not to switch', () => {
    const elsewhere = { ...connected, chainId: 1 };
    expect(connectionChange(gone, elsewhere, true)).toEqual({ ...nothing, prompt: 'authorize' });
    expect(connectionChange(elsewhere, { ...elsewhere, sessionAddress: mine }, true).prompt).toBe('close');
    expect(connectionChange(elsewhere, { ...elsewhere, sessionAddress: other }, true)).toMatchObject({
      endSession: true,
    });
  });

  test(name, () => {
    expect(connectionChange(before, now)).toEqual(effect);
  });
}
