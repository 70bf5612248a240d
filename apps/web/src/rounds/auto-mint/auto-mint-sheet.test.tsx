import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { assetsOf } from '#testing/replies/assets.ts';
import { cities } from '#testing/replies/home.ts';
import { sampleRound } from '#testing/replies/rounds.ts';
import { prepareCity } from '#testing/visit-city.tsx';
import { zh } from '#testing/zh-texts.ts';

type Settings = ReplyOf<'POST /api/biz/set/repeat'>['settings'];

const { auto: texts } = zh;
const REPEAT = 'POST /api/biz/set/repeat';
const NEVER_SET: Settings = {
  enabled: false,
  keep: '0',
  perRoundMaximum: '0',
  stopAfterLosses: 0,
  parallelRounds: 1,
  version: 0,
  enabledAt: null,
  failedRounds: 0,
  offBecause: null,
};

async function openAutoMint(change: Partial<Settings> = {}) {
  const visitor = await prepareCity();
  const now = Date.now();
  const next = { opensAt: now + 60_000, filled: '0', quota: '1000', minimum: '10', maximumLoss: '30' };
  const nextRound = sampleRound(now, { state: 'scheduled', ...next });
  visitor.network.answer('GET /api/app/warehouses', () => ({
    cities: cities(now).map((city) => ({ ...city, nextRound })),
  }));
  visitor.network.reply('POST /api/app/user/asset', assetsOf('1000'));
  const reply = { settings: { ...NEVER_SET, ...change }, cycles: { items: [], nextCursor: null } };
  visitor.network.reply(REPEAT, reply);
  visitor.network.disconnect('POST /api/app/user/disclosure');
  const page = await visitor.open('/city?auto=open');
  const sheet = await page.screen.findByRole('dialog', { name: texts.title });
  await within(sheet).findByText(/^同一时间最多损失/);
  const field = (name: string) => within(sheet).getByRole('textbox', { name: new RegExp(`^${name}`) });
  const limit = (name: string) => within(sheet).getByRole('checkbox', { name });
  return { ...visitor, ...page, sheet, field, limit };
}

describe('auto-mint that was never set', () => {
  test('proposes limits that protect, with the largest loss', async () => {
    const { network, sheet, screen, field, user } = await openAutoMint();
    expect(field(texts.maximum)).toHaveValue('100');
    expect(field(texts.losses)).toHaveValue('3');
    expect(field(texts.parallel)).toHaveValue('1');
    expect(sheet).toHaveTextContent('同一时间最多损失 3 JU');
    expect(sheet).toHaveTextContent('失败 3 轮后停止，剩余 991 JU');
    await user.click(within(sheet).getByRole('button', { name: texts.enable }));
    const question = await screen.findByRole('alertdialog', { name: texts.confirmOn });
    expect(question).toHaveTextContent(/同一时间最多损失.*3 JU.*失败 3 轮后停止，剩余.*991 JU/);
    await user.click(within(question).getByRole('button', { name: texts.enable }));
    const limits = { perRoundMaximum: '100', stopAfterLosses: 3, parallelRounds: 1 };
    expect(network.calls(REPEAT).at(-1)).toMatchObject({ enabled: true, keep: '0', ...limits });
  });

  test('takes no 0 for no limit: whether there is one is a separate choice, with its larger loss', async () => {
    const { network, sheet, screen, field, limit, user } = await openAutoMint();
    for (const name of [texts.maximum, texts.losses, texts.parallel]) {
      await user.clear(field(name));
      await user.type(field(name), '0');
    }
    expect(within(sheet).getAllByText(texts.wholeNumber)).toHaveLength(2);
    expect(within(sheet).getByRole('button', { name: texts.enable })).toHaveAttribute('aria-disabled', 'true');
    for (const name of [texts.maximumLimit, texts.lossesLimit, texts.parallelLimit]) await user.click(limit(name));
    expect(within(sheet).getAllByRole('textbox')).toHaveLength(1);
    expect(sheet).toHaveTextContent('同一时间最多损失 30 JU');
    expect(sheet).toHaveTextContent('连续失败 30 轮后剩余 401.007 JU');
    await user.click(within(sheet).getByRole('button', { name: texts.enable }));
    const question = await screen.findByRole('alertdialog', { name: texts.confirmOn });
    await user.click(within(question).getByRole('button', { name: texts.enable }));
    const limits = { perRoundMaximum: '0', stopAfterLosses: 0, parallelRounds: 0 };
    expect(network.calls(REPEAT).at(-1)).toMatchObject(limits);
  });

  test('speaks in the conditional, with a dimmed picture', async () => {
    const { sheet } = await openAutoMint();
    const hero = await within(sheet).findByRole('region', { name: texts.nextTitle });
    expect(hero).toHaveTextContent(/开启后，.*开放时将投入/);
    expect(hero.querySelector('svg.opacity-35')).toBeInTheDocument();
    expect(hero.querySelector('.border-gold')).toBeNull();
  });
});

test('auto-mint that is on shows its limits, none of them too, and its next join', async () => {
  const { sheet, field, limit } = await openAutoMint({
    enabled: true,
    version: 2,
    perRoundMaximum: '250',
    parallelRounds: 2,
  });
  expect(field(texts.maximum)).toHaveValue('250');
  expect(limit(texts.maximumLimit)).toBeChecked();
  expect(limit(texts.lossesLimit)).not.toBeChecked();
  expect(within(sheet).getByText(texts.lossesNone)).toBeVisible();
  expect(await within(sheet).findByText('同一时间最多损失 15 JU')).toBeVisible();
  expect(sheet).toHaveTextContent(/第 4 轮开放时投入/);
  expect(within(sheet).queryByRole('button', { name: texts.save })).toBeNull();
});

describe('auto-mint that is on', () => {
  const ON = { enabled: true, version: 2, perRoundMaximum: '250', stopAfterLosses: 5, parallelRounds: 2 } as const;

  test('says since when, until when, and how many rounds failed', async () => {
    const enabledAt = Date.UTC(2030, 0, 1, 4);
    const { sheet } = await openAutoMint({ ...ON, enabledAt, failedRounds: 2 });
    expect(sheet).toHaveTextContent('开启于2030/01/01 12:00:00');
    expect(sheet).toHaveTextContent('累计失败 5 轮后自动关闭（已失败 2 轮）');
    expect(within(sheet).getByText('开启后已失败 2 轮')).toBeVisible();
  });

  test('without a limit of failures ends only by its user', async () => {
    const { sheet } = await openAutoMint({ ...ON, stopAfterLosses: 0 });
    expect(sheet).toHaveTextContent(texts.untilOff);
  });

  test('is turned off after a question, with its limits and its version', async () => {
    const { network, sheet, screen, user } = await openAutoMint({ ...ON, keep: '12.5' });
    await user.click(within(sheet).getByRole('button', { name: texts.disable }));
    const question = await screen.findByRole('alertdialog', { name: texts.confirmOff });
    expect(network.calls(REPEAT)).toHaveLength(1);
    await user.click(within(question).getByRole('button', { name: texts.disable }));
    expect(await screen.findByText(texts.doneOff)).toBeVisible();
    const limits = { keep: '12.5', perRoundMaximum: '250', stopAfterLosses: 5, parallelRounds: 2 };
    expect(network.calls(REPEAT).at(-1)).toMatchObject({ enabled: false, version: 2, ...limits });
  });

  test('can be turned off while an entered limit is not valid, which changes no limit', async () => {
    const { network, sheet, screen, field, user } = await openAutoMint(ON);
    await user.clear(field(texts.parallel));
    await user.click(within(sheet).getByRole('button', { name: texts.disable }));
    const question = await screen.findByRole('alertdialog', { name: texts.confirmOff });
    await user.click(within(question).getByRole('button', { name: texts.disable }));
    await screen.findByText(texts.doneOff);
    expect(network.calls(REPEAT).at(-1)).toMatchObject({ enabled: false, parallelRounds: 2 });
  });

  test('saves a changed limit, which is confirmed with all of them', async () => {
    const { network, sheet, screen, field, user } = await openAutoMint(ON);
    await user.clear(field(texts.keep));
    await user.type(field(texts.keep), '40');
    await user.click(await within(sheet).findByRole('button', { name: texts.save }));
    const question = await screen.findByRole('alertdialog', { name: texts.confirmOn });
    expect(question).toHaveTextContent(/始终保留.*40 JU/);
    await user.click(within(question).getByRole('button', { name: texts.enable }));
    expect(await screen.findByText(texts.doneSaved)).toBeVisible();
    expect(network.calls(REPEAT).at(-1)).toMatchObject({ enabled: true, keep: '40', version: 2 });
  });

  test('is not changed by a question that is refused', async () => {
    const { network, sheet, screen, user } = await openAutoMint(ON);
    await user.click(within(sheet).getByRole('button', { name: texts.disable }));
    const question = await screen.findByRole('alertdialog', { name: texts.confirmOff });
    await user.keyboard('{Escape}');
    expect(question).not.toBeVisible();
    expect(network.calls(REPEAT)).toHaveLength(1);
  });
});

test.each(['1001', '2.5', '-1', 'many', ''])('a number of rounds is whole and at most 1,000: %s', async (text) => {
  const { sheet, field, user } = await openAutoMint();
  await user.clear(field(texts.losses));
  if (text !== '') await user.type(field(texts.losses), text);
  await user.click(within(sheet).getByRole('button', { name: texts.enable }));
  expect(within(sheet).getByText(texts.wholeNumber)).toBeVisible();
});
