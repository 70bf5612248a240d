import { numberToHex } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { activeChain } from '#session/active-chain.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { zh } from '#testing/zh-texts.ts';
import { useConfirmStore } from '#ui/confirm-store.ts';
import { confirmSwap } from './confirm-swap.ts';
import type { SwapQuote } from './swap-quote.ts';

const UNIT = 10n ** 18n;
const GWEI = 10n ** 9n;

const quote: SwapQuote = {
  ...({ sell: 'FMC', buy: 'JU', exact: 'sold', sold: 200n * UNIT, received: 19n * UNIT } as const),
  ...{ bound: 18n * UNIT + 1n, limitBps: 50, fee: UNIT, impactBps: 1_500 },
};

let network: FakeNetwork;
beforeEach(() => {
  network = installFakeNetwork();
  const block = { number: '0x1', hash: `0x${'1'.repeat(64)}`, transactions: [], baseFeePerGas: numberToHex(5n * GWEI) };
  network.rpc('eth_getBlockByNumber', () => block);
  network.rpc('eth_maxPriorityFeePerGas', () => '0x0');
});
afterEach(() => {
  useConfirmStore.getState().asked?.answer(false);
  network.restore();
});

type Asked = NonNullable<ReturnType<typeof useConfirmStore.getState>['asked']>;

/** Returns the current or next question. */
function asked(): Promise<Asked> {
  const { asked: now } = useConfirmStore.getState();
  if (now !== null) return Promise.resolve(now);
  return new Promise((resolve) => {
    const unsubscribe = useConfirmStore.subscribe(({ asked: question }) => {
      if (question === null) return;
      unsubscribe();
      resolve(question);
    });
  });
}

test('default: shows the sold and the minimum received amount to the unit, with limit, network and gas', async () => {
  const agreed = confirmSwap(quote, 1);
  const { title, slip, answer } = await asked();
  expect(title).toBe(zh.swap.confirm.title);
  expect(slip?.map(({ value }) => value)).toEqual([
    '200 FMC',
    '18.000000000000000001 JU = 18 点 000 000 000 000 000 001 JU',
    '0.5%',
    activeChain.name,
    zh.swap.gasAtMost.replace('{amount}', '0.0012'),
  ]);
  answer(true);
  expect(await agreed).toBe(true);
});

test('default: for an exact received amount shows the maximum payment; an approval adds its gas', async () => {
  const agreed = confirmSwap({ ...quote, exact: 'received', bound: 201n * UNIT }, 2);
  const { slip, answer } = await asked();
  expect(slip?.slice(0, 2).map(({ value }) => value)).toEqual(['201 FMC', '19 JU']);
  expect(slip?.at(-1)?.value).toBe(zh.swap.gasAtMost.replace('{amount}', '0.0024'));
  answer(false);
  expect(await agreed).toBe(false);
});

test('boundary: asks twice above an impact of 15 %, and stops at a no', async () => {
  const refused = confirmSwap({ ...quote, impactBps: 1_501 }, 1);
  const stop = await asked();
  expect(stop).toMatchObject({ kind: 'danger', confirmLabel: zh.swap.confirm.impactAccept });
  stop.answer(false);
  expect(await refused).toBe(false);
  expect(useConfirmStore.getState().asked).toBeNull();

  const accepted = confirmSwap({ ...quote, impactBps: 1_501 }, 1);
  (await asked()).answer(true);
  const { title, answer } = await asked();
  expect(title).toBe(zh.swap.confirm.title);
  answer(true);
  expect(await accepted).toBe(true);
});
