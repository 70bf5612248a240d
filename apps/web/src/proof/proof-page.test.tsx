import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { NOON, startClock } from '@city-mint/client/testing/start-clock.ts';
import { within } from '@testing-library/react';
import { numberToHex, parseEther } from 'viem';
import { describe, expect, test } from 'vitest';
import { exactAmounts, figure } from '#testing/figures.ts';
import { assetsOf, sampleAsset } from '#testing/replies/assets.ts';
import { CONTRACTS, configOf } from '#testing/replies/config.ts';
import { SAMPLE_EXIT_KEY, sampleHead, sampleProof, sampleRoot } from '#testing/replies/proof.ts';
import { ALICE, BOB } from '#testing/sample-session.ts';
import { prepareVisitor, type Visitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';
import { SELECTORS } from './read-anchored.ts';

type Root = ReturnType<typeof sampleRoot>;

const ROOTS = 'GET /api/app/proof';
const MINE = 'POST /api/app/proof/mine';
const BALANCES = 'POST /api/app/user/balances';
const OPERATOR = 'GET /api/app/proof/operator';
const { proof: texts } = zh;
const ACCOUNT: ReplyOf<typeof OPERATOR> = {
  fromSuccesses: { earned: '120.5', paidOut: '20', balance: '100.5' },
  fromFailures: { earned: '30', paidOut: '0', balance: '30' },
  payouts: [],
};
const word = (amount: bigint) => numberToHex(amount, { size: 32 });

function answerProof({ network }: Visitor, roots: Root[] = [sampleRoot()]): void {
  network.reply(ROOTS, { roots, head: sampleHead() });
  network.reply('GET /api/app/proof/history', { items: [], nextCursor: null });
  network.reply(OPERATOR, ACCOUNT);
  network.reply(MINE, { exitKey: SAMPLE_EXIT_KEY, proofs: [SAMPLE, SAMPLE_FMC] });
  network.answer(BALANCES, ({ bounds }) => ({ points: bounds.map((at) => ({ at, JU: '4', FMC: '0' })) }));
  const assets = [sampleAsset('JU', '3', { frozenInRounds: '1' }), sampleAsset('FMC', '0')];
  network.reply('POST /api/app/user/asset', { ...assetsOf('0'), assets });
  network.answer('GET /api/app/config', () => configOf(Date.now()));
  network.rpc('eth_getBalance', () => word(parseEther('104.5')));
  anchor(network, SAMPLE);
}

const SAMPLE = sampleProof();
/** The account has no FMC. */
const SAMPLE_FMC: ReplyOf<typeof MINE>['proofs'][number] = { ...SAMPLE, currency: 'FMC', parts: [] };

/** The contract has one root of liabilities for each token; other calls answer a balance. */
function anchor(
  network: Visitor['network'],
  { root, total, blockNumber }: Pick<Root, 'root' | 'total' | 'blockNumber'>,
) {
  network.rpc('eth_call', ([call]) => {
    const data = String(Object(call).data);
    if (data.startsWith(SELECTORS.epochOf)) return word(1n);
    if (!data.startsWith(SELECTORS.liabilitiesAt)) return word(parseEther('7'));
    const words = [BigInt(root), parseEther(total), BigInt(blockNumber), 0n, 0n, 0n].map((value) =>
      word(value).slice(2),
    );
    return `0x${words.join('')}`;
  });
}

async function openProof(roots?: Root[], { session }: { readonly session?: null } = {}) {
  const visitor = await prepareVisitor(session === null ? { session } : {});
  answerProof(visitor, roots);
  const page = await visitor.open('/proof');
  return { ...visitor, ...page };
}

describe('the coverage of the liabilities by the vault', () => {
  test.each([
    ['100%', '100'],
    ['104.5%', '104.5'],
    ['99.9%', '99.99'],
  ])('is %s of the liabilities', async (text, vaultBalance) => {
    const { screen } = await openProof([sampleRoot({ vaultBalance })]);
    expect(await screen.findByText(text)).toBeVisible();
  });

  test('has a ring for each currency, full at most', async () => {
    const fmc = sampleRoot({ currency: 'FMC', total: '200', vaultBalance: '50' });
    const { screen } = await openProof([sampleRoot({ vaultBalance: '150' }), fmc]);
    const [ju, other] = await screen.findAllByRole('meter');
    expect(ju).toHaveAccessibleName('JU 储备覆盖率');
    expect(ju).toHaveAttribute('value', '100');
    expect(other).toHaveAttribute('value', '25');
  });

  test('is said to have no proof yet', async () => {
    const { screen } = await openProof([]);
    expect(await screen.findByText(texts.none)).toBeVisible();
    expect(screen.queryByText(texts.owed)).toBeNull();
  });

  test('is said not to be readable, and read by a tap', async () => {
    const clock = startClock();
    const visitor = await prepareVisitor();
    answerProof(visitor);
    visitor.network.disconnect(ROOTS);
    const { screen, user } = await visitor.open('/proof');
    await clock.advance(5_000);
    expect(screen.getByRole('alert')).toHaveTextContent(zh.ui.networkError);
    answerProof(visitor);
    await user.click(screen.getByRole('button', { name: zh.ui.retry }));
    expect(await screen.findByText(texts.promise)).toBeVisible();
  });
});

describe('a root', () => {
  test('shows the liabilities, the vault’s balance at its block, and the root to copy', async () => {
    startClock(NOON);
    const root = sampleRoot({ total: '96.000000000000000001', blockNumber: '1234', leaves: 12, madeAt: NOON });
    const { screen } = await openProof([root]);
    await screen.findByText(texts.total);
    expect(figure(texts.total)).toHaveAttribute('value', '96.000000000000000001');
    expect(figure('金库（区块 1234）')).toHaveAttribute('value', '100');
    expect(screen.getByText(texts.leaves).nextElementSibling).toHaveTextContent('12');
    expect(screen.getByText(texts.madeAt).nextElementSibling).toHaveTextContent('2026/11/20 12:00:00');
    expect(screen.getByRole('button', { name: '复制 0x5a5a5a…5a5a5a5a' })).toBeVisible();
  });

  test('shows the vault’s current balance, which this device has read from the chain', async () => {
    const { screen, network } = await openProof();
    expect(await screen.findByText(texts.now)).toBeVisible();
    await screen.findByText('104.5');
    expect(figure(texts.now)).toHaveAttribute('value', '104.5');
    expect(network.calls('GET /api/app/config')).toHaveLength(1);
  });

  test('says that the chain is being read', async () => {
    const visitor = await prepareVisitor();
    answerProof(visitor);
    visitor.network.handle('GET /api/app/config', () => new Promise(() => undefined));
    const { screen } = await visitor.open('/proof');
    expect(await screen.findByText(texts.reading)).toBeVisible();
  });

  test.each(['waiting', 'sent', 'final', 'superseded', 'conflicting'] as const)('is %s on the chain', async (state) => {
    const { screen } = await openProof([sampleRoot({ anchoring: { state, txHash: null, blockNumber: null } })]);
    expect(await screen.findByText(texts.anchoring[state])).toBeVisible();
  });
});

describe('the own part', () => {
  test('is checked on this device, from the leaves to the root', async () => {
    const { screen } = await openProof();
    const check = await screen.findByText(texts.check.included);
    expect(exactAmounts(check.closest('li') ?? document.body)).toEqual(['4']);
    expect(screen.queryByText(texts.check.brokenText)).toBeNull();
    expect(screen.getByText('链上的校验值由 1 个节点读出。', { exact: false })).toBeVisible();
  });

  test.each([
    ['a total', { total: '99' }],
    ['a root', { root: `0x${'22'.repeat(32)}` }],
    ['a block', { blockNumber: '8' }],
  ])('is not believed where the contract has another %s', async (_name, change) => {
    const visitor = await prepareVisitor();
    answerProof(visitor);
    anchor(visitor.network, { ...SAMPLE, ...change });
    const { screen } = await visitor.open('/proof');
    expect(await screen.findByText(texts.check.broken)).toBeVisible();
    expect(screen.getByText(texts.check.differsText)).toBeVisible();
    expect(screen.queryByText(texts.check.included)).toBeNull();
  });

  test('waits for the contract, and says so, where its newest root is of an earlier block', async () => {
    const visitor = await prepareVisitor();
    answerProof(visitor);
    anchor(visitor.network, { ...SAMPLE, root: `0x${'22'.repeat(32)}`, blockNumber: '6' });
    const { screen } = await visitor.open('/proof');
    expect(await screen.findByText(texts.check.pending)).toBeVisible();
    expect(screen.queryByText(texts.check.included)).toBeNull();
  });

  test('is not verified where the chain cannot be read', async () => {
    const clock = startClock();
    const visitor = await prepareVisitor();
    answerProof(visitor);
    visitor.network.rpc('eth_call', () => '0x');
    const { screen } = await visitor.open('/proof');
    // The part is rendered after the answer, and reads then.
    await clock.advance(1_000);
    await clock.advance(10_000);
    expect(screen.getByText(texts.check.unread)).toBeVisible();
    expect(screen.queryByText(texts.check.included)).toBeNull();
  });

  test('is the account’s own balance of then', async () => {
    const { screen } = await openProof();
    expect(await screen.findByText(/ 账户里的余额与此相同。/)).toBeVisible();
    expect(screen.queryByText(new RegExp(texts.check.inPart))).toBeNull();
  });

  test.each([
    ['a leaf', { ...SAMPLE, parts: SAMPLE.parts.slice(1) }],
    ['the account', { ...SAMPLE, parts: [] }],
  ])('is broken where the tree left out %s', async (_name, proof) => {
    const visitor = await prepareVisitor();
    answerProof(visitor);
    visitor.network.reply(MINE, { exitKey: SAMPLE_EXIT_KEY, proofs: [proof, SAMPLE_FMC] });
    const { screen } = await visitor.open('/proof');
    expect(await screen.findByText(texts.check.broken)).toBeVisible();
    expect(screen.getByText(texts.check.ownText)).toBeVisible();
  });

  test.each([
    ['the proof of a currency', [SAMPLE]],
    ['all proofs', []],
    ['another proof of the same currency', [SAMPLE, SAMPLE]],
  ])('attack: the server leaves out %s', async (_name, proofs) => {
    const visitor = await prepareVisitor();
    answerProof(visitor);
    visitor.network.reply(MINE, { exitKey: SAMPLE_EXIT_KEY, proofs: [...proofs] });
    const { screen } = await visitor.open('/proof');
    expect((await screen.findAllByText(texts.check.broken)).length).toBeGreaterThan(0);
    expect(screen.queryByText(/账户里的余额与此相同/)).toBeNull();
  });

  test('is not verified while the account’s balance cannot be read', async () => {
    const clock = startClock();
    const visitor = await prepareVisitor();
    answerProof(visitor);
    visitor.network.disconnect(BALANCES);
    const { screen } = await visitor.open('/proof');
    await clock.advance(1_000);
    await clock.advance(10_000);
    expect(screen.getAllByText(texts.check.ownUnread)).toHaveLength(2);
    expect(screen.queryByText(texts.check.included)).toBeNull();
  });

  test('is nothing where the tree counts nothing', async () => {
    const visitor = await prepareVisitor();
    answerProof(visitor);
    visitor.network.answer(BALANCES, ({ bounds }) => ({ points: bounds.map((at) => ({ at, JU: '0', FMC: '0' })) }));
    visitor.network.reply(MINE, { exitKey: SAMPLE_EXIT_KEY, proofs: [{ ...SAMPLE, parts: [] }, SAMPLE_FMC] });
    const { screen } = await visitor.open('/proof');
    expect(await screen.findAllByText(texts.check.nothing)).toHaveLength(2);
  });

  test.each([
    ['a total that is larger', { total: '101' }],
    ['another root', { root: `0x${'11'.repeat(32)}` }],
    ['what is no proof', { root: 'x' }],
  ])('is not believed with %s', async (_name, change) => {
    const visitor = await prepareVisitor();
    answerProof(visitor);
    visitor.network.reply(MINE, { exitKey: SAMPLE_EXIT_KEY, proofs: [{ ...SAMPLE, ...change }, SAMPLE_FMC] });
    const { screen } = await visitor.open('/proof');
    expect(await screen.findByText(texts.check.broken)).toBeVisible();
    expect(screen.getByText(texts.check.brokenText)).toBeVisible();
    expect(screen.queryByText(texts.check.included)).toBeNull();
    expect(screen.queryByText(/账户里的余额与此相同/)).toBeNull();
  });

  test('is behind the gate for a visitor, who sees all else', async () => {
    const { screen, network } = await openProof(undefined, { session: null });
    expect(await screen.findByText(texts.gate)).toBeVisible();
    expect(screen.getByText(texts.total)).toBeVisible();
    expect(network.calls(MINE)).toEqual([]);
  });
});

describe('the operator’s account', () => {
  test('keeps what successes and failures brought apart', async () => {
    const { screen } = await openProof();
    const [successes, failures] = [
      await screen.findByRole('heading', { name: texts.operator.fromSuccesses }),
      screen.getByRole('heading', { name: texts.operator.fromFailures }),
    ];
    expect(exactAmounts(successes.parentElement ?? document.body)).toEqual(['120.5', '20', '100.5']);
    expect(exactAmounts(failures.parentElement ?? document.body)).toEqual(['30', '0', '30']);
    expect(screen.getByText(texts.operator.noPayouts)).toBeVisible();
  });

  test('lists payouts with purpose, state and who approved them', async () => {
    const visitor = await prepareVisitor();
    answerProof(visitor);
    const payout = {
      ...({
        at: NOON,
        source: 'treasury',
        amount: '20',
        recipient: BOB,
        purpose: 'Audit',
        state: 'completed',
      } as const),
      ...{ documentHash: `0x${'22'.repeat(32)}`, proposedBy: ALICE, approvedBy: BOB, txHash: null },
    };
    visitor.network.reply(OPERATOR, { ...ACCOUNT, payouts: [payout] });
    const { screen } = await visitor.open('/proof');
    const row = (await screen.findByText('Audit')).closest('li') ?? document.body;
    expect(exactAmounts(row)).toEqual(['20']);
    expect(within(row).getByText(`2026/11/20 12:00:00 · ${texts.operator.states.completed}`)).toBeVisible();
    expect(within(row).getByText('由 0x7099…79C8 提出，0x3C44…93BC 批准')).toBeVisible();
  });
});

test('asks the node for the vault that the API names', async () => {
  const visitor = await prepareVisitor();
  answerProof(visitor);
  const asked: unknown[] = [];
  visitor.network.rpc('eth_getBalance', ([account]) => {
    asked.push(account);
    return word(1n);
  });
  const { screen } = await visitor.open('/proof');
  expect(await screen.findByText('<0.0001')).toBeVisible();
  expect(asked).toEqual([CONTRACTS.vault]);
});

describe('the journal', () => {
  const SUBJECT = `${SELECTORS.rootOf}${Buffer.from('journal/1234').toString('hex').padEnd(64, '0')}`;
  const open = async (root: bigint) => {
    const { screen, user, network } = await openProof();
    const asked: string[] = [];
    network.rpc('eth_call', ([call]) => {
      asked.push(String(Object(call).data));
      return word(root);
    });
    await user.click(await screen.findByText(texts.journal.title));
    return { screen, asked };
  };

  test('shows the newest entry on chain as the contract has it, and the command that verifies all since', async () => {
    const { screen, asked } = await open(BigInt(sampleHead().hash));
    expect(await screen.findByText(texts.check.onChain, { exact: false })).toBeVisible();
    expect(screen.getByText('1234')).toBeVisible();
    expect(
      screen.getByText(/^node verify\.mjs journal --from http.* --since 77 --anchors 0x\w{40} --node URL$/),
    ).toBeVisible();
    expect(asked).toContain(SUBJECT);
  });

  test('says so if the contract has another hash, or none yet', async () => {
    const { screen } = await open(7n);
    expect(await screen.findByText(texts.check.notOnChain)).toBeVisible();
    expect(screen.queryByText(texts.check.onChain, { exact: false })).toBeNull();
  });
});
