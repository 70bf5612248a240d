import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { uniswapRouterAbi } from '@city-mint/chain-contract/generated/uniswap-router-abi';
import { uniswapBytecode } from '@city-mint/chain-contract/uniswap-bytecode';
import { devAccount } from '@city-mint/devnet/dev-accounts';
import { NO_DEADLINE, type SwapLogTest, startSwapLog } from '@city-mint/tests/setup/start-swap-log';
import { type Address, concat, encodeAbiParameters, encodeFunctionData, getAddress, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listSwaps } from './swaps/queries.ts';

const UNIT = 10n ** 18n;
const USER = 5;
const RELAYER = 6;
/**
 * A wallet that executes anyone's requests: it calls the address in the first 20 bytes with the remaining data and the
 * coin.
 */
const CONTRACT_WALLET =
  '0x602b80600b6000396000f336600557005b60143603806014600037600060009160003460003560601c5af115602557005b60006000fd';

describe('the owner of a swap', () => {
  let world: SwapLogTest;
  let otherRouter: Address;
  let wallet: Address;

  const addressOf = (index: number) => devAccount(index).address;
  const deploy = async (code: Hex) => {
    const hash = await world.chain.wallet(USER).sendTransaction({ data: code, to: null });
    const { contractAddress } = await world.chain.waitFor(hash);
    if (contractAddress == null) throw new Error('no contract');
    return getAddress(contractAddress);
  };
  /** The relayer pays for the transaction in which the contract wallet makes this call. */
  const throughWallet = async (to: Address, data: Hex, value = 0n) =>
    world.chain.waitFor(
      await world.chain.wallet(RELAYER).sendTransaction({ to: wallet, data: concat([to, data]), value, gas: 500_000n }),
    );
  const routerCall = (functionName: 'buy' | 'sell', amount: bigint, to: Address): Hex => {
    const { fmc, wrappedNative } = world.chain.addresses;
    return functionName === 'buy'
      ? encodeFunctionData({
          ...{ abi: uniswapRouterAbi, functionName: 'swapExactETHForTokens' },
          args: [1n, [wrappedNative, fmc], to, NO_DEADLINE],
        })
      : encodeFunctionData({
          ...{ abi: uniswapRouterAbi, functionName: 'swapExactTokensForETH' },
          args: [amount, 1n, [fmc, wrappedNative], to, NO_DEADLINE],
        });
  };
  const readAll = async () => {
    await world.chain.finalize();
    await world.newJob()();
  };
  const swapsOf = async (account: Address) =>
    (await listSwaps(world.db, { account, after: null, limit: 100 })).map((row) => ({
      ...{ sold: row.sold_currency === 0 ? 'JU' : 'FMC', amount: row.sold, bound: row.minimum_received },
      hasGas: row.gas_fee !== null,
    }));

  beforeAll(async () => {
    world = await startSwapLog();
    const { factory, wrappedNative, fmc } = world.chain.addresses;
    const settings = encodeAbiParameters([{ type: 'address' }, { type: 'address' }], [factory, wrappedNative]);
    otherRouter = await deploy(concat([await uniswapBytecode('router'), settings]));
    wallet = await deploy(CONTRACT_WALLET);
    await world.chain.giveFmc(USER, 100n * UNIT);
    const give = { address: fmc, abi: fmcAbi, functionName: 'transfer', args: [wallet, 50n * UNIT] } as const;
    await world.chain.waitFor(await world.chain.wallet(USER).writeContract(give));
  });
  afterAll(() => world.stop());

  test('default: swaps through another router belong to the paying wallet, both ways, without a bound', async () => {
    await world.allow(USER, otherRouter);
    await world.chain.waitFor(await world.sendBuy(USER, UNIT, { router: otherRouter }));
    await world.chain.waitFor(await world.sendSell(USER, 3n * UNIT, { router: otherRouter }));
    await readAll();
    expect(await swapsOf(addressOf(USER))).toEqual([
      { sold: 'FMC', amount: 3n * UNIT, bound: null, hasGas: true },
      { sold: 'JU', amount: UNIT, bound: null, hasGas: true },
    ]);
    const token = await world.signIn(USER);
    const { items } = await world.read(token);
    expect(items.map(({ slippageLimitBps }) => slippageLimitBps)).toEqual([null, null]);
  });

  test('default: a contract wallet’s swaps belong to it, not to the sender and payer of the transaction', async () => {
    const { router, fmc } = world.chain.addresses;
    const approval = encodeFunctionData({ abi: fmcAbi, functionName: 'approve', args: [router, 50n * UNIT] });
    await throughWallet(fmc, approval);
    await throughWallet(router, routerCall('sell', 5n * UNIT, wallet));
    await throughWallet(router, routerCall('buy', 0n, wallet), 2n * UNIT);
    await readAll();
    expect(await swapsOf(wallet)).toEqual([
      { sold: 'JU', amount: 2n * UNIT, bound: null, hasGas: false },
      { sold: 'FMC', amount: 5n * UNIT, bound: null, hasGas: false },
    ]);
    expect(await swapsOf(addressOf(RELAYER))).toEqual([]);
  });

  test('attack: purchases or sales by others for a wallet are not in its log', async () => {
    const { router } = world.chain.addresses;
    const before = await swapsOf(addressOf(USER));
    const victim = addressOf(USER);
    await world.chain.waitFor(
      await world.chain
        .wallet(RELAYER)
        .sendTransaction({ to: router, data: routerCall('buy', 0n, victim), value: 7n * UNIT }),
    );
    await throughWallet(router, routerCall('buy', 0n, victim), 8n * UNIT);
    await throughWallet(router, routerCall('sell', 9n * UNIT, victim));
    await readAll();
    expect(await swapsOf(victim)).toEqual(before);
    expect((await swapsOf(addressOf(RELAYER))).map(({ amount }) => amount)).toEqual([8n * UNIT, 7n * UNIT]);
    expect((await swapsOf(wallet))[0]).toMatchObject({ sold: 'FMC', amount: 9n * UNIT });
  });
});
