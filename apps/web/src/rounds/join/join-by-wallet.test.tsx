import { waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { activeChain } from '#session/active-chain.ts';
import type { FakeWallet } from '#testing/fake-wallet.ts';
import { isUsable } from '#testing/figures.ts';
import { assetsOf } from '#testing/replies/assets.ts';
import { BOB } from '#testing/sample-session.ts';
import { AVAILABLE, answerCity, openJoinForm } from '#testing/visit-city.tsx';
import { prepareWallet, signInByWallet } from '#testing/visit-wallet.ts';
import { zh } from '#testing/zh-texts.ts';

const JOIN = 'POST /api/biz/crowdfund';
const SWITCH = 'wallet_switchEthereumChain';
const ADD = 'wallet_addEthereumChain';
const { join: texts } = zh.rounds;
const { session, wallet: walletTexts } = zh;

/** Opens the form, and connects from it a wallet that is on this chain. */
async function connectFromForm(chainId?: number, prepare: (wallet: FakeWallet) => void = () => undefined) {
  const visitor = await prepareWallet(chainId);
  prepare(visitor.wallet);
  answerCity(visitor.network);
  const page = await visitor.open('/city?city=1');
  const { screen, user } = page;
  const sheet = await openJoinForm(page);
  await user.click(within(sheet).getByRole('button', { name: texts.connectFirst }));
  const list = await screen.findByRole('dialog', { name: walletTexts.connectPrompt.title });
  const name = new RegExp(walletTexts.connectPrompt.browserWallet);
  await user.click(await within(list).findByRole('button', { name }));
  const sign = async () => {
    const prompt = await screen.findByRole('dialog', { name: walletTexts.authorizePrompt.title });
    await user.click(await within(prompt).findByRole('button', { name: walletTexts.authorizePrompt.action }));
  };
  const findForm = () => screen.findByRole('dialog', { name: '参与 London' });
  return { ...visitor, ...page, sign, findForm };
}

const refuseToSwitch = (wallet: FakeWallet) => {
  for (const method of [SWITCH, ADD]) wallet.fail(method, 4200);
};

describe('a visitor in the join form', () => {
  test('connects and signs in by the choice of a wallet, and is back in the form', async () => {
    const { wallet, findForm } = await connectFromForm();
    const form = await findForm();
    expect(wallet.calls('personal_sign')).toHaveLength(1);
    expect(await within(form).findByText(`最多 ${AVAILABLE} JU`, { exact: false })).toBeVisible();
    expect(within(form).getByRole('button', { name: texts.confirmEmpty })).toBeVisible();
  });

  test('on another chain is asked to switch and to sign by the choice of a wallet', async () => {
    const { wallet, screen, findForm } = await connectFromForm(1, (unswitched) => {
      unswitched.reply(SWITCH, () => unswitched.changeChain(activeChain.id));
    });
    const form = await findForm();
    expect(within(form).getByRole('button', { name: texts.confirmEmpty })).toBeVisible();
    expect(wallet.calls(SWITCH)).toHaveLength(1);
    expect(wallet.calls('personal_sign')).toHaveLength(1);
    expect(screen.queryByRole('dialog', { name: walletTexts.authorizePrompt.title })).toBeNull();
  });

  test('with a wallet that cannot switch sees the balance, and joins once it has switched', async () => {
    const { wallet, screen, user, sign, findForm } = await connectFromForm(1, refuseToSwitch);
    const { network: networkTexts } = walletTexts;
    const refuseSwitch = async (stay: string) => {
      const prompt = await screen.findByRole('dialog', { name: walletTexts.switchPrompt.title });
      refuseToSwitch(wallet);
      await user.click(await within(prompt).findByRole('button', { name: '切换到 testJuChain' }));
      expect((await screen.findAllByText(zh.wallet.failure.switchFailed))[0]).toBeVisible();
      await user.click(within(prompt).getByText(networkTexts.manual));
      await user.click(within(prompt).getByRole('button', { name: stay }));
    };
    await refuseSwitch(networkTexts.signInHere);
    await sign();
    const form = await findForm();
    expect(await within(form).findByText(`最多 ${AVAILABLE} JU`, { exact: false })).toBeVisible();
    expect(form).toHaveTextContent('钱包不在 testJuChain 上，现在只能查看。');
    await user.click(within(form).getByRole('button', { name: /^50%/ }));
    expect(await within(form).findByText(texts.byTerms)).toBeVisible();
    await waitFor(() => expect(form.querySelector('[aria-busy="true"]')).toBeNull());
    await user.click(within(form).getByRole('button', { name: session.switchNetwork }));
    await refuseSwitch(networkTexts.stayHere);
    const again = await screen.findByRole('dialog', { name: '参与 London' });
    expect(again).toHaveTextContent('现在只能查看');
    await user.click(within(again).getByRole('button', { name: session.switchNetwork }));
    const prompt = await screen.findByRole('dialog', { name: walletTexts.switchPrompt.title });
    wallet.reply(SWITCH, () => wallet.changeChain(activeChain.id));
    await user.click(within(prompt).getByRole('button', { name: '切换到 testJuChain' }));
    const confirm = await screen.findByRole('button', { name: '确认参与 50 JU' });
    expect(isUsable(confirm)).toBe(true);
  });

  test('whose wallet refuses the signature is asked again only by a tap', async () => {
    const { wallet, screen, sign, findForm } = await connectFromForm(undefined, (refusing) => {
      refusing.fail('personal_sign', 4001);
    });
    expect(await screen.findByText(zh.wallet.failure.cancelled)).toBeVisible();
    expect(wallet.calls('personal_sign')).toHaveLength(1);
    wallet.reply('personal_sign', () => `0x${'12'.repeat(65)}`);
    await sign();
    expect(await findForm()).toBeVisible();
    expect(wallet.calls('personal_sign')).toHaveLength(2);
  });

  test('does not join with another account of the wallet', async () => {
    const { network, wallet, open } = await prepareWallet();
    answerCity(network);
    const page = await open('/city?city=1');
    const { screen, user } = page;
    await user.click(await screen.findByRole('tab', { name: zh.rounds.tabs.mine }));
    await signInByWallet(page);
    await user.click(screen.getByRole('tab', { name: zh.rounds.tabs.cities }));
    const form = await openJoinForm(page);
    await within(form).findByText(`最多 ${AVAILABLE} JU`, { exact: false });
    await user.type(within(form).getByLabelText(texts.amount), '12.000000000000000001');
    network.reply('POST /api/app/user/asset', assetsOf('0'));
    await wallet.show([BOB]);
    expect(await screen.findByText('连接的钱包已切换，请重新授权登录后再操作')).toBeVisible();
    const prompt = await screen.findByRole('dialog', { name: walletTexts.authorizePrompt.title });
    expect(prompt).toHaveTextContent(BOB);
    await user.click(await within(prompt).findByRole('button', { name: walletTexts.authorizePrompt.action }));
    // The form is still open, now for the account without a balance.
    await waitFor(() => {
      expect(screen.getByRole('button', { name: texts.recharge })).toBeVisible();
      expect(screen.queryByRole('button', { name: /^确认参与/ })).toBeNull();
    });
    expect(network.calls(JOIN)).toEqual([]);
  });
});
