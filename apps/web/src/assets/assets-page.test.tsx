import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { within } from '@testing-library/react';
import { numberToHex, parseEther } from 'viem';
import { describe, expect, test } from 'vitest';
import { exactAmounts, figure, region } from '#testing/figures.ts';
import { NO_PRICE, sampleAsset } from '#testing/replies/assets.ts';
import { configOf } from '#testing/replies/config.ts';
import { prepareVisitor, type VisitorOptions } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

type Assets = ReplyOf<'POST /api/app/user/asset'>;
type Event = ReplyOf<'POST /api/app/user/assetEventLog'>['items'][number];

const ASSETS = 'POST /api/app/user/asset';
const LINE = 'POST /api/app/user/balances';
const LOG = 'POST /api/app/user/assetEventLog';
const CONFIG = 'GET /api/app/config';
const PRICE = { ...NO_PRICE, juPerFmc: '0.25', priceAt: Date.UTC(2030, 0, 1, 4) };
const { assets: texts } = zh;

const JU = sampleAsset('JU', '100.5', {
  ...{ frozenInRounds: '250', frozenInWithdrawals: '40', total: '390.5', valueInJu: '390.5', onChain: '7.25' },
});
const FMC = sampleAsset('FMC', '1000', {
  ...{ vesting: '600', total: '1600', valueInJu: '250', vestingValueInJu: '150', onChain: '20' },
});

const ON_WAY: Event = {
  ...{ eventId: 'w-7', kind: 'withdrawal', currency: 'JU', quantity: '40', from: '0x1', to: '0x2', blockHeight: null },
  ...{ at: Date.UTC(2030, 0, 1, 4), gasFee: null, confirmations: null, confirmationsNeeded: 8 },
  ...{ status: 'in-progress', txHash: null, withdrawalId: '7' },
};

async function openAssets(change: Partial<Assets> = {}, path = '/assets', options: VisitorOptions = {}) {
  const visitor = await prepareVisitor(options);
  const { network } = visitor;
  const reply: Assets = { assets: [JU, FMC], pendingRecharges: [], price: PRICE, ...change };
  network.reply(ASSETS, reply);
  network.answer(LINE, ({ bounds }) => ({ points: bounds.map((at) => ({ at, JU: '0', FMC: '0' })) }));
  network.reply(LOG, {
    items: [ON_WAY, { ...ON_WAY, eventId: 'w-6', status: 'completed', quantity: '3' }],
    nextCursor: null,
  });
  network.answer(CONFIG, () => configOf(Date.now()));
  network.rpc('eth_blockNumber', () => numberToHex(1234));
  network.rpc('eth_getBalance', () => numberToHex(parseEther('8.5')));
  network.rpc('eth_call', () => numberToHex(parseEther('21'), { size: 32 }));
  return { ...visitor, ...(await visitor.open(path)) };
}

describe('the assets in the system', () => {
  test('are shown with each nonzero part, the total and its value', async () => {
    const { screen } = await openAssets();
    await screen.findByRole('heading', { name: 'JU' });
    const [ju, fmc] = [region('JU'), region('FMC')];
    expect(figure(texts.available, ju)).toHaveAttribute('value', '100.5');
    expect(figure(texts.inRounds, ju)).toHaveAttribute('value', '250');
    expect(figure(texts.inWithdrawals, ju)).toHaveAttribute('value', '40');
    expect(figure(texts.total, ju)).toHaveAttribute('value', '390.5');
    expect(within(ju).queryByText(texts.vesting)).toBeNull();
    expect(figure(texts.vesting, fmc)).toHaveAttribute('value', '600');
    expect(fmc).toHaveTextContent('约 250 JU');
    expect(within(fmc).getByText('约 150 JU')).toBeVisible();
    expect(within(fmc).queryByText(texts.inRounds)).toBeNull();
  });

  test('that are all available show no parts', async () => {
    const { screen } = await openAssets({ assets: [sampleAsset('JU', '12')] });
    await screen.findByRole('heading', { name: 'JU' });
    expect(within(region('JU')).queryByText(texts.total)).toBeNull();
    expect(exactAmounts(region('JU'))).toEqual(['12']);
  });

  test('are valued together', async () => {
    const { screen } = await openAssets();
    const sum = await screen.findByRole('heading', { name: texts.totalValue });
    expect(sum.parentElement?.querySelector('data')).toHaveAttribute('value', '640.5');
    expect(screen.queryByText(texts.withoutFmc)).toBeNull();
  });

  test('leave FMC out of their value, and say so, while it has no price', async () => {
    const unpriced = { ...FMC, valueInJu: null, vestingValueInJu: null };
    const { screen } = await openAssets({ assets: [JU, unpriced], price: NO_PRICE });
    const sum = await screen.findByRole('heading', { name: texts.totalValue });
    expect(sum.parentElement?.querySelector('data')).toHaveAttribute('value', '390.5');
    expect(screen.getByText(texts.withoutFmc)).toBeVisible();
    expect(region('FMC')).toHaveTextContent(texts.noValue);
    expect(screen.getByText(texts.noPriceYet)).toBeVisible();
  });

  test('lead to recharge and withdrawal of their currency', async () => {
    const { screen } = await openAssets();
    await screen.findByRole('heading', { name: 'FMC' });
    const links = within(region('FMC')).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/withdraw?currency=FMC', '/deposit?currency=FMC']);
  });

  test('show the change of the last 30 days, and none for a currency without a balance', async () => {
    const visitor = await openAssets();
    visitor.network.answer(LINE, ({ bounds }) => ({
      points: bounds.map((at, index) => ({ at, JU: index === 0 ? '400' : '390.5', FMC: '0' })),
    }));
    visitor.unmount();
    const { screen } = await visitor.open('/assets');
    expect(await screen.findByText(texts.lastDays)).toBeVisible();
    expect(region('JU')).toHaveTextContent(/近 30 天变动−9\.5 JU/);
    expect(screen.getAllByText(texts.lastDays)).toHaveLength(1);
  });

  test('that cannot be read offer a retry', async () => {
    const visitor = await prepareVisitor();
    visitor.network.refuse(ASSETS, { error: 'internal', code: 500, msg: '系统错误' });
    visitor.network.answer(LINE, () => ({ points: [] }));
    visitor.network.reply(LOG, { items: [], nextCursor: null });
    const { screen, user } = await visitor.open('/assets');
    const retry = await screen.findByRole('button', { name: zh.ui.retry });
    visitor.network.reply(ASSETS, { assets: [JU], pendingRecharges: [], price: NO_PRICE });
    await user.click(retry);
    expect(await screen.findByRole('heading', { name: 'JU' })).toBeVisible();
  });
});

describe('money on its way', () => {
  test('in is a recharge with its confirmations, linked to its record', async () => {
    const recharge = { ...ON_WAY, kind: 'recharge' as const, eventId: 'd-3', quantity: '55', confirmations: 3 };
    const { screen } = await openAssets({ pendingRecharges: [recharge] });
    expect(await screen.findByText('确认 3/8')).toBeVisible();
    const link = screen.getByText('确认 3/8').closest('a');
    expect(link).toHaveAttribute('href', '/record-detail?id=d-3');
    expect(exactAmounts(link ?? document.body)).toEqual(['55']);
  });

  test('out is a withdrawal that is not paid yet, linked to its steps', async () => {
    const { screen } = await openAssets();
    const list = await screen.findByRole('region', { name: texts.pendingWithdrawals });
    const links = within(list).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/withdraw?id=7']);
  });

  test('is not asked for while nothing is being withdrawn', async () => {
    const { screen, network } = await openAssets({ assets: [sampleAsset('JU', '12'), FMC] });
    await screen.findByRole('heading', { name: 'FMC' });
    expect(network.calls(LOG)).toEqual([]);
    expect(screen.queryByRole('region', { name: texts.pendingWithdrawals })).toBeNull();
  });
});

describe('the assets in the wallet', () => {
  test('open by their tab, which the address keeps, as of a block', async () => {
    const { screen, user } = await openAssets();
    await user.click(await screen.findByRole('tab', { name: texts.tabs.chain }));
    expect(location.search).toBe('?tab=chain');
    expect(await screen.findByText('区块 1234 的余额，随新区块更新')).toBeVisible();
    expect(exactAmounts(region('JU'))).toEqual(['8.5', '100.5']);
    expect(exactAmounts(region('FMC'))).toEqual(['21', '1000']);
    expect(region('FMC')).toHaveTextContent('约 5.25 JU');
    await user.click(screen.getByRole('tab', { name: texts.tabs.system }));
    expect(location.search).toBe('');
  });

  test('are the last ones that the server read while the chain cannot be reached', async () => {
    const visitor = await prepareVisitor();
    const { network } = visitor;
    network.reply(ASSETS, { assets: [JU, { ...FMC, onChain: null }], pendingRecharges: [], price: PRICE });
    network.answer(LINE, () => ({ points: [] }));
    network.reply(LOG, { items: [], nextCursor: null });
    network.answer(CONFIG, () => configOf(Date.now()));
    for (const method of ['eth_blockNumber', 'eth_getBalance', 'eth_call']) {
      network.rpc(method, () => {
        throw new Error('the node is down');
      });
    }
    const { screen } = await visitor.open('/assets?tab=chain');
    expect(await screen.findByText(texts.onChainOld, {}, { timeout: 20_000 })).toBeVisible();
    expect(exactAmounts(region('JU'))[0]).toBe('7.25');
    expect(region('FMC')).toHaveTextContent(texts.onChainUnknown);
  });

  test('are not shown while the server is on another chain than the build', async () => {
    const visitor = await openAssets();
    visitor.network.answer(CONFIG, () => ({ ...configOf(Date.now()), chainId: 999_997 }));
    visitor.unmount();
    const { screen } = await visitor.open('/assets?tab=chain');
    expect(await screen.findByRole('alert')).toHaveTextContent('服务器运行在另一条链（999997）上');
    expect(screen.queryByText(texts.onChainText)).toBeNull();
  });
});

test('a visitor reads about the screen before signing in', async () => {
  const visitor = await prepareVisitor({ session: null });
  const { screen } = await visitor.open('/assets');
  expect(await screen.findByText(texts.gate.assets)).toBeVisible();
});
