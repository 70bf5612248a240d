import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import { decodeFunctionData, getAddress, type Hex, numberToHex, parseEther } from 'viem';
import { expect, test } from 'vitest';
import { sampleAsset } from '#testing/replies/assets.ts';
import { CONTRACTS, configOf } from '#testing/replies/config.ts';
import { ALICE } from '#testing/sample-session.ts';
import { prepareWallet, signInByWallet } from '#testing/visit-wallet.ts';
import { zh } from '#testing/zh-texts.ts';

const { collect: texts } = zh.assets;
const ASSETS = 'POST /api/app/user/asset';
const HASH: Hex = `0x${'7'.repeat(64)}`;
const PRICE = { juPerFmc: null, source: 'pool-hour-mean', priceAt: null } as const;

const assetsWith = (ju: string | null, fmc: string | null) => ({
  assets: [sampleAsset('JU', '1', { collectable: ju }), sampleAsset('FMC', '2', { collectable: fmc })],
  ...{ pendingRecharges: [], price: PRICE },
});

async function openAssets(ju: string | null, fmc: string | null = '0') {
  const visitor = await prepareWallet();
  const { network, wallet } = visitor;
  network.answer('GET /api/app/config', () => configOf(Date.now()));
  network.reply(ASSETS, assetsWith(ju, fmc));
  network.answer('POST /api/app/user/balances', ({ bounds }) => ({
    points: bounds.map((at) => ({ at, JU: '0', FMC: '0' })),
  }));
  network.rpc('eth_estimateGas', () => numberToHex(60_000));
  network.rpc('eth_call', () => numberToHex(parseEther('5'), { size: 32 }));
  network.rpc('eth_getTransactionReceipt', () => null);
  wallet.reply('eth_sendTransaction', () => HASH);
  const page = await visitor.open('/assets');
  await signInByWallet(page);
  await page.screen.findByRole('heading', { name: 'JU' });
  return { ...visitor, ...page };
}

/** The calls that the wallet was asked to send. */
const sentBy = ({ wallet }: Awaited<ReturnType<typeof openAssets>>) =>
  wallet.calls('eth_sendTransaction').map(([transaction]) => {
    const { to, data } = Object(transaction);
    return { to: getAddress(to), ...decodeFunctionData({ abi: vaultAbi, data }) };
  });

test('a payment of a demand is collected to the account itself, by one tap', async () => {
  const page = await openAssets('5', '0');
  expect(page.screen.getAllByRole('button', { name: texts.action })).toHaveLength(1);
  const button = page.screen.getByRole('button', { name: texts.action });
  expect(page.screen.getByRole('heading', { name: new RegExp(texts.title) })).toHaveTextContent('5 JU');
  await page.user.click(button);
  const args = [NATIVE_TOKEN, getAddress(ALICE)];
  await expect.poll(() => sentBy(page)).toEqual([{ to: getAddress(CONTRACTS.vault), functionName: 'collect', args }]);
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
  page.network.reply(ASSETS, assetsWith('0', '0'));
  const block = { blockNumber: '0x1', blockHash: HASH, transactionIndex: '0x0', gasUsed: '0x1', logs: [] };
  const of = { transactionHash: HASH, from: ALICE, to: CONTRACTS.vault, contractAddress: null, type: '0x0' };
  const sums = { cumulativeGasUsed: '0x1', effectiveGasPrice: '0x1', logsBloom: '0x' };
  page.network.rpc('eth_getTransactionReceipt', () => ({ ...block, ...of, ...sums, status: '0x1' }));
  await expect.poll(() => page.screen.queryByRole('button', { name: texts.action }), { timeout: 10_000 }).toBeNull();
});

test('FMC is collected by its own contract, and a No of the person leaves the payment there', async () => {
  const page = await openAssets('0', '7');
  page.wallet.fail('eth_sendTransaction', 4001, 'User rejected the request.');
  const button = page.screen.getByRole('button', { name: texts.action });
  await page.user.click(button);
  await expect.poll(() => sentBy(page)[0]?.args).toEqual([getAddress(CONTRACTS.fmc), getAddress(ALICE)]);
  await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
  expect(page.screen.queryByRole('alert')).toBeNull();
});

test('nothing is offered where nothing waits, or the node does not say', async () => {
  const page = await openAssets('0', null);
  expect(page.screen.queryByRole('button', { name: texts.action })).toBeNull();
});
