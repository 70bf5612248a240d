import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { waitFor, within } from '@testing-library/react';
import { decodeFunctionData, encodeFunctionResult, type Hex, numberToHex, parseEther } from 'viem';
import { describe, expect, test } from 'vitest';
import { activeChain } from '#session/active-chain.ts';
import { isUsable } from '#testing/figures.ts';
import { assetsOf } from '#testing/replies/assets.ts';
import { GAS_PRICE, sampleBlock } from '#testing/replies/chain.ts';
import { configOf } from '#testing/replies/config.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

const CONFIG = 'GET /api/app/config';
const { deposit: texts } = zh.assets;

/** The chain as the screen reads it, in whole units. */
type Chain = {
  readonly ju: string;
  readonly fmc: string;
  readonly allowance: string;
  readonly minimum: string;
  readonly paused: boolean;
};

const CHAIN: Chain = { ju: '50', fmc: '1200.5', allowance: '0', minimum: '1', paused: false };

function answerRead(data: Hex, { fmc, allowance, minimum, paused }: Chain): Hex {
  const { functionName } = decodeFunctionData({ abi: [...vaultAbi, ...fmcAbi], data });
  switch (functionName) {
    case 'ruleOf': {
      const rule = [true, 86_400n, parseEther(minimum), parseEther('1000000')] as const;
      return encodeFunctionResult({ abi: vaultAbi, functionName, result: rule });
    }
    case 'depositsPaused':
      return encodeFunctionResult({ abi: vaultAbi, functionName, result: paused });
    case 'balanceOf':
      return encodeFunctionResult({ abi: fmcAbi, functionName, result: parseEther(fmc) });
    case 'allowance':
      return encodeFunctionResult({ abi: fmcAbi, functionName, result: parseEther(allowance) });
    default:
      throw new Error(`the screen reads ${functionName}`);
  }
}

async function prepareDeposit(change: Partial<Chain> = {}) {
  const visitor = await prepareVisitor();
  const { network } = visitor;
  const chain = { ...CHAIN, ...change };
  network.answer(CONFIG, () => configOf(Date.now()));
  network.reply('POST /api/app/user/asset', assetsOf('0'));
  network.reply('POST /api/app/user/assetEventLog', { items: [], nextCursor: null });
  network.rpc('eth_chainId', () => numberToHex(activeChain.id));
  network.rpc('eth_getBlockByNumber', () => sampleBlock());
  network.rpc('eth_maxPriorityFeePerGas', () => numberToHex(GAS_PRICE));
  network.rpc('eth_gasPrice', () => numberToHex(GAS_PRICE));
  network.rpc('eth_getBalance', () => numberToHex(parseEther(chain.ju)));
  network.rpc('eth_call', ([call]) => answerRead(Object(call).data, chain));
  return visitor;
}

async function openDeposit(change: Partial<Chain> = {}, path = '/deposit') {
  const visitor = await prepareDeposit(change);
  const page = await visitor.open(path);
  const field = await page.screen.findByLabelText(texts.amount);
  const submit = () => page.screen.getByRole('button', { name: /^(充值|授权并充值)( [\d,.]+ (JU|FMC))?$/ });
  return { ...visitor, ...page, field, submit };
}

describe('a recharge of JU', () => {
  test('takes the balance of the wallet less the reserve for gas', async () => {
    const { screen, user, field, submit } = await openDeposit();
    expect(await screen.findByText('链上可用 50 JU')).toBeVisible();
    expect(screen.getByText(/^最少 1 JU · 已为网络手续费预留约 0\.\d+ JU$/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: zh.ui.amount.maximum }));
    const maximum = Number(Reflect.get(field, 'value'));
    expect(maximum).toBeGreaterThan(49.9);
    expect(maximum).toBeLessThan(50);
    expect(submit()).toHaveTextContent(`充值 ${maximum} JU`);
    expect(isUsable(submit())).toBe(true);
  });

  test.each([
    ['0.5', zh.ui.amount.belowMinimum],
    ['50', zh.ui.amount.overAvailable],
    ['', zh.ui.amount.missing],
  ])('of “%s” says what keeps it from being sent', async (text, problem) => {
    const { screen, user, field, submit } = await openDeposit();
    await screen.findByText('链上可用 50 JU');
    if (text !== '') await user.type(field, text);
    await user.click(submit());
    const start = problem.split('{')[0] ?? problem;
    expect(field).toHaveAccessibleDescription(expect.stringContaining(start));
    expect(isUsable(submit())).toBe(false);
  });

  test('waits while the vault takes none', async () => {
    const { screen, user, field, submit } = await openDeposit({ paused: true });
    expect(await screen.findByText(texts.paused)).toBeVisible();
    await user.type(field, '5');
    expect(isUsable(submit())).toBe(false);
  });

  test('cannot be sent from an empty wallet, whose maximum is zero', async () => {
    const { screen, user, field, submit } = await openDeposit({ ju: '0' });
    await screen.findByText('链上可用 0 JU');
    await user.click(screen.getByRole('button', { name: zh.ui.amount.maximum }));
    expect(field).toHaveValue('0');
    expect(isUsable(submit())).toBe(false);
  });
});

describe('a recharge of FMC', () => {
  test('takes the whole balance, asks for an allowance first, and pays gas in JU', async () => {
    const { screen, user, field, submit } = await openDeposit({}, '/deposit?currency=FMC');
    expect(await screen.findByText('链上可用 1,200.5 FMC')).toBeVisible();
    expect(screen.getByText(`最少 1 FMC · ${texts.hintToken}`)).toBeVisible();
    await user.click(screen.getByRole('button', { name: zh.ui.amount.maximum }));
    expect(field).toHaveValue('1200.5');
    expect(screen.getByText(texts.authorizeText)).toBeVisible();
    expect(submit()).toHaveTextContent('授权并充值 1,200.5 FMC');
  });

  test('within an allowance needs no other one', async () => {
    const { screen, user, field, submit } = await openDeposit({ allowance: '100' }, '/deposit?currency=FMC');
    await screen.findByText('链上可用 1,200.5 FMC');
    await user.type(field, '100');
    await waitFor(() => expect(submit()).toHaveTextContent(/^充值 100 FMC$/));
    expect(screen.queryByText(texts.authorizeText)).toBeNull();
    await user.type(field, '.1');
    expect(screen.getByText(texts.authorizeText)).toBeVisible();
  });
});

describe('the screen', () => {
  test('changes the currency in the address, and keeps the screen to return to', async () => {
    const back = '/city?city=3&join=250';
    const { screen, user } = await openDeposit({}, `/deposit?back=${encodeURIComponent(back)}`);
    await user.click(screen.getByRole('radio', { name: 'FMC' }));
    expect(new URLSearchParams(location.search)).toEqual(new URLSearchParams({ back, currency: 'FMC' }));
    expect(await screen.findByText('链上可用 1,200.5 FMC')).toBeVisible();
  });

  test('says that the chain cannot be read, and sends nothing', async () => {
    const visitor = await prepareDeposit();
    visitor.network.rpc('eth_getBalance', () => {
      throw new Error('the node is down');
    });
    const { screen } = await visitor.open('/deposit');
    expect(await screen.findByText(texts.fundsFailed)).toBeVisible();
    expect(isUsable(screen.getByRole('button', { name: texts.submit }))).toBe(false);
  });

  test('shows no form for another vault than that of the build', async () => {
    const visitor = await prepareDeposit();
    visitor.network.answer(CONFIG, () => ({ ...configOf(Date.now()), chainId: 999_997 }));
    const { screen } = await visitor.open('/deposit');
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText(/服务器运行在另一条链（999997）上/)).toBeVisible();
    expect(screen.queryByLabelText(texts.amount)).toBeNull();
  });
});
