import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { waitFor, within } from '@testing-library/react';
import { getAddress } from 'viem';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rememberRecipient, renameRecipient, savedRecipients } from '#recipients/saved-recipients.ts';
import { isUsable } from '#testing/figures.ts';
import { assetsOf } from '#testing/replies/assets.ts';
import { sampleBlock } from '#testing/replies/chain.ts';
import { configOf } from '#testing/replies/config.ts';
import { ALICE, BOB } from '#testing/sample-session.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';
import { withdrawalRequests } from './withdraw-flow.ts';

const WITHDRAW = 'POST /api/app/user/withdraw';
const STATUS = 'POST /api/app/user/withdrawStatus';
const SHOP = getAddress(`0x1234${'a'.repeat(32)}5678`);
const POISON = getAddress(`0x1234${'b'.repeat(32)}5678`);
const { withdraw: texts } = zh.assets;
const book = zh.recipients;

const FREE: ReplyOf<'POST /api/app/user/withdrawLimits'> = {
  currencies: [],
  paused: false,
  coolsUntil: null,
  newAddressHours: 0,
  recipients: [],
};

const REQUESTED: ReplyOf<typeof STATUS> = {
  withdrawalId: '9',
  currency: 'JU',
  to: SHOP,
  amount: '7',
  state: 'approved',
  requestedAt: Date.UTC(2030, 0, 1),
  voucher: null,
  voucherDeadline: null,
  confirmations: null,
  confirmationsNeeded: 4,
  txHash: null,
  returnedReason: null,
};

/** Saves a recipient of Alice under a name. */
function save(address: string, name = ''): void {
  rememberRecipient({ account: ALICE, address });
  const saved = savedRecipients.read().find((one) => one.address === address);
  if (saved !== undefined) renameRecipient(saved, name);
}

async function openWithdraw(limits: Partial<typeof FREE> = {}) {
  const visitor = await prepareVisitor();
  const { network } = visitor;
  network.reply('POST /api/app/user/asset', assetsOf('2000', '9'));
  network.answer('GET /api/app/config', () => configOf(Date.now()));
  network.reply('POST /api/app/user/withdrawLimits', { ...FREE, ...limits });
  network.reply(STATUS, REQUESTED);
  network.rpc('eth_getBlockByNumber', () => sampleBlock());
  network.rpc('eth_maxPriorityFeePerGas', () => '0x0');
  onTestFinished(() => {
    const request = withdrawalRequests.find(ALICE);
    if (request !== null) withdrawalRequests.remove(request.requestId);
    for (const { account, address } of savedRecipients.read())
      savedRecipients.remove(`${account}.${address}`.toLowerCase());
  });
  const page = await visitor.open('/withdraw');
  const { screen, user } = page;
  const to = await screen.findByLabelText(texts.to);
  await user.type(screen.getByLabelText(texts.amount), '7');
  const enter = async (address: string) => {
    await user.clear(to);
    await user.type(to, address);
  };
  const openBook = async () => {
    await user.click(screen.getByRole('button', { name: book.title }));
    return screen.findByRole('dialog', { name: book.title });
  };
  const ask = async () => {
    await user.click(screen.getByRole('button', { name: '提现 7 JU' }));
    return screen.findByRole('alertdialog', { name: texts.confirmTitle });
  };
  const confirm = async () => user.click(within(await ask()).getByRole('button', { name: texts.submit }));
  return { ...visitor, ...page, to, enter, openBook, ask, confirm };
}

describe('the recipient of a withdrawal that is requested', () => {
  test('is saved, and named on the screen of its progress', async () => {
    const { network, screen, user, enter, confirm } = await openWithdraw();
    expect(screen.queryByRole('button', { name: book.title })).toBeNull();
    network.reply(WITHDRAW, { withdrawalId: '9', state: 'approved' });
    await enter(SHOP);
    await confirm();
    await user.click(await screen.findByRole('button', { name: book.nameThis }));
    const sheet = await screen.findByRole('dialog', { name: book.title });
    await user.type(within(sheet).getByRole('textbox', { name: book.name }), 'My  exchange{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('My exchange')).toBeVisible();
    expect(savedRecipients.read()).toMatchObject([{ account: ALICE, address: SHOP, name: 'My exchange' }]);
  });

  test('is saved where the first request to it starts its wait', async () => {
    const { network, screen, enter, confirm } = await openWithdraw();
    network.refuse(WITHDRAW, { error: 'address-on-hold', msg: '新地址等待中' });
    await enter(SHOP);
    await confirm();
    expect(await screen.findByText('新地址等待中')).toBeVisible();
    expect(savedRecipients.read()).toMatchObject([{ address: SHOP, name: '' }]);
    expect(screen.getByRole('button', { name: book.title })).toBeVisible();
  });

  test('is not saved where it is the own wallet, or refused', async () => {
    const { network, screen, enter, confirm } = await openWithdraw();
    network.refuse(WITHDRAW, { error: 'limit-exceeded', msg: '超过每日限额' });
    await enter(BOB);
    await confirm();
    expect(await screen.findByText('超过每日限额')).toBeVisible();
    network.reply(WITHDRAW, { withdrawalId: '9', state: 'approved' });
    await enter(ALICE);
    await confirm();
    expect(await screen.findByText(texts.steps.approved)).toBeVisible();
    expect(savedRecipients.read()).toEqual([]);
    expect(screen.queryByRole('button', { name: book.nameThis })).toBeNull();
  });
});

describe('the address book', () => {
  test('enters the whole address of a recipient, by keyboard', async () => {
    save(SHOP, 'Exchange');
    const { screen, user, to, openBook, ask } = await openWithdraw();
    const sheet = await openBook();
    expect(sheet).toHaveTextContent(/我的钱包0x7099…79C8.*Exchange0x1234…5678上次使用 \d{4}\/\d\d\/\d\d/);
    within(sheet)
      .getByRole('button', { name: /^Exchange/ })
      .focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(to).toHaveValue(SHOP);
    expect(screen.getByText('Exchange')).toBeVisible();
    expect(screen.getAllByText(SHOP, { selector: '.sr-only' })[0]).toBeInTheDocument();
    const question = await ask();
    expect(question).toHaveTextContent('Exchange');
    expect(question).toHaveTextContent(SHOP);
  });

  test('leads back to the own wallet', async () => {
    save(SHOP);
    const { screen, user, to, enter, openBook } = await openWithdraw();
    await enter(SHOP);
    await user.click(within(await openBook()).getByRole('button', { name: /^我的钱包/ }));
    expect(to).toHaveValue(ALICE);
    expect(screen.getByText(texts.toOwn)).toBeVisible();
  });

  test('renames a recipient, which sends no withdrawal, and returns the focus', async () => {
    save(SHOP, 'Exchange');
    const { network, screen, user, openBook } = await openWithdraw();
    const sheet = await openBook();
    await user.click(within(sheet).getByRole('button', { name: `${book.rename} Exchange` }));
    const name = within(sheet).getByRole('textbox', { name: book.name });
    expect(name).toHaveFocus();
    await user.clear(name);
    await user.type(name, `<b>${'x'.repeat(50)}{Enter}`);
    const shown = `<b>${'x'.repeat(37)}`;
    expect(await within(sheet).findByText(shown)).toBeVisible();
    expect(within(sheet).getByRole('button', { name: `${book.rename} ${shown}` })).toHaveFocus();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(network.calls(WITHDRAW)).toEqual([]);
  });

  test('keeps a name that is not saved', async () => {
    save(SHOP, 'Exchange');
    const { user, openBook } = await openWithdraw();
    const sheet = await openBook();
    await user.click(within(sheet).getByRole('button', { name: `${book.rename} Exchange` }));
    await user.type(within(sheet).getByRole('textbox', { name: book.name }), ' two');
    await user.click(within(sheet).getByRole('button', { name: zh.ui.cancel }));
    expect(savedRecipients.read()).toMatchObject([{ name: 'Exchange' }]);
  });

  test('removes a recipient after a question with its whole address', async () => {
    save(SHOP, 'Exchange');
    const { screen, user, openBook } = await openWithdraw();
    const sheet = await openBook();
    await user.click(within(sheet).getByRole('button', { name: `${book.remove} Exchange` }));
    const question = await screen.findByRole('alertdialog', { name: book.removeTitle });
    expect(question).toHaveTextContent(SHOP);
    await user.click(within(question).getByRole('button', { name: book.remove }));
    await waitFor(() => expect(within(sheet).queryByText('Exchange')).toBeNull());
    expect(savedRecipients.read()).toEqual([]);
  });

  test('is that of the account only', async () => {
    rememberRecipient({ account: BOB, address: SHOP });
    const { screen } = await openWithdraw();
    expect(screen.queryByRole('button', { name: book.title })).toBeNull();
  });

  test('has what is intact where others have written into the storage', async () => {
    const visit = openWithdraw();
    const intact = JSON.stringify({ account: ALICE, address: SHOP, name: 'Exchange', lastUsedAt: 5 });
    for (const [address, text] of [...['{', 'null', '[]', '{"name":{}}'].entries(), [SHOP, intact] as const]) {
      localStorage.setItem(`fmc.recipient.${ALICE}.${address}`.toLowerCase(), text);
    }
    const { screen, openBook } = await visit;
    expect(isUsable(screen.getByRole('button', { name: '提现 7 JU' }))).toBe(true);
    expect(within(await openBook()).getAllByRole('listitem')).toHaveLength(2);
  });
});

describe('an address that resembles a known one', () => {
  test('attack: is warned about in the form and in the question, with both addresses whole', async () => {
    save(SHOP, 'Exchange');
    const { screen, enter, ask } = await openWithdraw();
    await enter(POISON);
    const warning = screen.getByRole('alert');
    expect(warning).toHaveTextContent(book.resembles);
    expect(warning).toHaveTextContent(`Exchange${SHOP}`);
    expect(warning).toHaveTextContent(POISON);
    const question = await ask();
    expect(question).toHaveTextContent(book.resembles);
    expect(question).toHaveTextContent(`${book.similar} · Exchange${SHOP}`);
    expect(question).toHaveTextContent(POISON);
    expect(within(question).getByRole('button', { name: texts.submit })).toHaveClass('bg-danger-soft');
  });

  test.each([
    ['the own wallet', `0x7099${'0'.repeat(32)}79c8`, book.own],
    ['a recipient that only the server knows', BOB.slice(0, 6) + '1'.repeat(32) + BOB.slice(-4), book.used],
  ])('attack: is warned about where it resembles %s', async (_name, address, label) => {
    const { screen, enter } = await openWithdraw({ recipients: [{ address: BOB, freeAt: 0 }] });
    await waitFor(() => expect(screen.queryByText(texts.limits.failed)).toBeNull());
    await enter(address.toLowerCase());
    expect(screen.getByRole('alert')).toHaveTextContent(label);
  });

  test('attack: is shown whole in the address book, where both would have the same short form', async () => {
    save(SHOP, 'Exchange');
    save(POISON);
    const { openBook } = await openWithdraw();
    const sheet = await openBook();
    expect(sheet).toHaveTextContent(SHOP);
    expect(sheet).toHaveTextContent(POISON);
    expect(sheet).not.toHaveTextContent('0x1234…5678');
  });

  test('is not warned about where it is the known one, or another', async () => {
    save(SHOP, 'Exchange');
    const { screen, enter } = await openWithdraw();
    await enter(SHOP.toLowerCase());
    expect(screen.queryByRole('alert')).toBeNull();
    await enter(BOB);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
