import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { act } from '@testing-library/react';
import { getAddress } from 'viem';
import { describe, expect, test } from 'vitest';
import { useWalletStore } from '#session/wallet-store.ts';
import { CONTRACTS, configOf } from '#testing/replies/config.ts';
import { ALICE } from '#testing/sample-session.ts';
import { prepareWallet, signInByWallet } from '#testing/visit-wallet.ts';
import { zh } from '#testing/zh-texts.ts';

const { watch: texts, deposit } = zh.assets;
const done = zh.assets.withdraw.steps.completed;

const PAID: ReplyOf<'POST /api/app/user/withdrawStatus'> = {
  withdrawalId: '77',
  currency: 'FMC',
  to: ALICE,
  amount: '5',
  state: 'completed',
  requestedAt: Date.UTC(2030, 0, 1),
  voucher: null,
  voucherDeadline: null,
  confirmations: 4,
  confirmationsNeeded: 4,
  txHash: `0x${'7'.repeat(64)}`,
  returnedReason: null,
};

async function openPaid(change: Partial<typeof PAID> = {}) {
  const visitor = await prepareWallet();
  visitor.network.answer('GET /api/app/config', () => configOf(Date.now()));
  visitor.network.reply('POST /api/app/user/withdrawStatus', { ...PAID, ...change });
  const page = await visitor.open('/withdraw?id=77');
  await signInByWallet(page);
  await page.screen.findAllByText(done);
  return { ...visitor, ...page };
}

/** Returns the button that offers it, or null. */
const offerOf = ({ screen }: Awaited<ReturnType<typeof openPaid>>) => screen.queryByRole('button', { name: texts.add });

describe('FMC that has arrived in the wallet', () => {
  test('is shown there after a tap, and the offer is over', async () => {
    const page = await openPaid();
    page.wallet.reply('wallet_watchAsset', () => true);
    await page.user.click(await page.screen.findByRole('button', { name: texts.add }));
    expect(await page.screen.findByText(texts.added)).toBeVisible();
    expect(page.wallet.calls('wallet_watchAsset')).toEqual([
      { type: 'ERC20', options: { address: getAddress(CONTRACTS.fmc), symbol: 'FMC', decimals: 18 } },
    ]);
    expect(offerOf(page)).toBeNull();
  });

  test.each([
    ['code 4001', () => Promise.reject(Object.assign(new Error('User rejected the request.'), { code: 4001 }))],
    ['an answer of false', () => false],
  ])('stays offered, without a message, after a No of the person by %s', async (_shape, answer) => {
    const page = await openPaid();
    page.wallet.reply('wallet_watchAsset', answer);
    const button = await page.screen.findByRole('button', { name: texts.add });
    await page.user.click(button);
    await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
    expect(page.wallet.calls('wallet_watchAsset')).toHaveLength(1);
    expect(page.screen.queryByText(texts.added)).toBeNull();
    expect(page.screen.queryByRole('alert')).toBeNull();
    expect(offerOf(page)).toBeVisible();
  });

  test('has its address in one sentence where the wallet does not know the request', async () => {
    const page = await openPaid();
    page.wallet.fail('wallet_watchAsset', -32601, 'the method wallet_watchAsset is not available');
    await page.user.click(await page.screen.findByRole('button', { name: texts.add }));
    expect(await page.screen.findByText(texts.notPossible, { exact: false })).toBeVisible();
    expect(page.screen.getByTitle(getAddress(CONTRACTS.fmc))).toBeVisible();
    expect(offerOf(page)).toBeNull();
  });

  test('is not offered again to the account on this device once dismissed', async () => {
    const page = await openPaid();
    await page.user.click(await page.screen.findByRole('button', { name: deposit.dismiss }));
    expect(offerOf(page)).toBeNull();
    page.unmount();
    const again = await page.open('/withdraw?id=77');
    await again.screen.findAllByText(done);
    expect(again.screen.queryByRole('button', { name: texts.add })).toBeNull();
  });

  test.each([
    ['for JU', { currency: 'JU' }],
    ['for a payment to another address', { to: getAddress(`0x${'ab'.repeat(20)}`) }],
    ['for a returned withdrawal', { state: 'returned', returnedReason: 'expired' }],
  ] as const)('is not offered %s', async (_name, change) => {
    const visitor = await prepareWallet();
    visitor.network.answer('GET /api/app/config', () => configOf(Date.now()));
    visitor.network.reply('POST /api/app/user/withdrawStatus', { ...PAID, ...change });
    const page = await visitor.open('/withdraw?id=77');
    await signInByWallet(page);
    await page.screen.findByRole('button', { name: zh.assets.withdraw.another });
    expect(page.screen.queryByRole('button', { name: texts.add })).toBeNull();
  });

  test('is not offered to a wallet on another chain, nor to one on another device', async () => {
    const page = await openPaid();
    await page.screen.findByRole('button', { name: texts.add });
    await act(async () => useWalletStore.setState({ chainId: 1 }));
    expect(offerOf(page)).toBeNull();
    localStorage.setItem('fmc.recentConnectorId', '"walletConnect"');
    await act(async () => useWalletStore.setState({ chainId: 202_599 }));
    expect(offerOf(page)).toBeNull();
  });
});
