import { chainById, isChainId } from '@city-mint/chain-contract/chains';
import { notifyReady } from '@city-mint/server/platform/process/notify-ready';
import { createTestClient, formatEther, http, parseEther, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { DEV_ROLES, devAccount } from '../dev-accounts.ts';
import { checkPhoneSettings } from '../phone-wallet/check-phone-settings.ts';
import { startDemoPhone } from '../phone-wallet/phone-wallet.ts';
import { relayedStorage } from '../phone-wallet/relayed-storage.ts';
import { servePhone } from '../phone-wallet/serve-phone.ts';

/**
 * The demo phone wallet of the local system: a wallet on "another device", whose screen is a page on the port PORT. Its
 * key is known to everyone, so it runs only for the chain of this machine.
 */
const settings = checkPhoneSettings(process.env);
const { chainId, rpcUrl, relayUrl, port, contracts, file } = settings;
if (!isChainId(chainId)) throw new Error(`CHAIN_ID ${chainId} is unknown`);
const chain = chainById(chainId, { rpcUrl });
const account = privateKeyToAccount(devAccount(DEV_ROLES.phoneWallet).privateKey);
const node = createTestClient({ chain, mode: 'anvil', transport: http() }).extend(publicActions);
const SHOW_BALANCE_MS = 3_000;
const LEAST_UNITS = parseEther('100');
const FULL_UNITS = parseEther('1000');

const { address } = account;
if ((await node.getBalance({ address })) < LEAST_UNITS) await node.setBalance({ address, value: FULL_UNITS });

let show: () => void = () => undefined;
const url = `http://127.0.0.1:${port}`;
const storage = relayedStorage(file);
const phone = await startDemoPhone({ account, chain, relayUrl, url, contracts, storage, onChange: () => show() });
const readBalance = async () => formatEther(await node.getBalance({ address }));
show = await servePhone({ phone, port, readBalance });
setInterval(() => show(), SHOW_BALANCE_MS);
notifyReady();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
