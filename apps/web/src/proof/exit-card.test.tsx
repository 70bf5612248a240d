import { captureDownloads } from '@city-mint/client/testing/capture-downloads.ts';
import { startClock } from '@city-mint/client/testing/start-clock.ts';
import { numberToHex, parseEther } from 'viem';
import { expect, test } from 'vitest';
import { CONTRACTS, configOf } from '#testing/replies/config.ts';
import { SAMPLE_EXIT_KEY, sampleProof } from '#testing/replies/proof.ts';
import { ALICE } from '#testing/sample-session.ts';
import { prepareVisitor, type Visitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';
import { SELECTORS } from './exit-query.ts';
import { SELECTORS as ANCHORS_SELECTORS } from './read-anchored.ts';

const { exit: texts } = zh.proof;
const MINE = 'POST /api/app/proof/mine';
const EXIT = `0x${'e'.repeat(40)}`;
const word = (value: bigint) => numberToHex(value, { size: 32 });
const proof = sampleProof();

/** The contract has the sample's root as its newest; the server states these leaves. */
function answer({ network }: Visitor, { anchors = CONTRACTS.anchors, mine = proof, exitKey = SAMPLE_EXIT_KEY } = {}) {
  network.reply('GET /api/app/proof', { roots: [], head: null });
  network.reply(MINE, { exitKey, proofs: [mine] });
  network.answer('GET /api/app/config', () => configOf(Date.now()));
  network.rpc('eth_getBalance', () => word(0n));
  network.rpc('eth_call', ([call]) => {
    const data = String(Object(call).data);
    if (data === SELECTORS.EXIT) return word(BigInt(EXIT));
    if (data === SELECTORS.ANCHORS) return word(BigInt(anchors));
    if (data.startsWith(ANCHORS_SELECTORS.epochOf)) return word(1n);
    if (!data.startsWith(ANCHORS_SELECTORS.liabilitiesAt)) return word(0n);
    const words = [BigInt(proof.root), parseEther('100'), 7n, 0n, 0n, 0n];
    return `0x${words.map((value) => word(value).slice(2)).join('')}`;
  });
}

test('downloads the exit file, which was verified with the contract', async () => {
  const downloads = captureDownloads();
  const visitor = await prepareVisitor();
  answer(visitor);
  const { screen, user } = await visitor.open('/proof');
  await user.click(await screen.findByRole('button', { name: texts.download }));
  expect(screen.getByText('截至区块 7，已与链上合约核对')).toBeVisible();
  expect(downloads.names).toEqual(['city-mint-exit-7.json']);
  const { vault, anchors, fmc } = CONTRACTS;
  expect(JSON.parse((await downloads.lines()).join(''))).toMatchObject({
    ...{ how: [texts.howWhat, texts.howWhen, texts.howRun, texts.howRefused, texts.howNewest, texts.howKeep] },
    ...{
      chainId: 202_599,
      vault,
      exit: EXIT,
      anchors,
      fmc,
      account: ALICE,
      key: SAMPLE_EXIT_KEY,
      proofs: [{ root: proof.root }],
    },
  });
});

test.each([
  ['leaves that lead to another root', { mine: { ...proof, root: `0x${'22'.repeat(32)}` } }],
  ['a vault with other anchors', { anchors: CONTRACTS.fmc }],
  ['a key that does not lead to the leaves', { exitKey: `0x${'ac'.repeat(32)}` } as const],
])('attack: offers no file for %s', async (_, lie) => {
  const visitor = await prepareVisitor();
  answer(visitor, lie);
  const { screen } = await visitor.open('/proof');
  expect(await screen.findByText(texts.refused)).toBeVisible();
  expect(screen.queryByRole('button', { name: texts.download })).toBeNull();
});

test('attack: the verified file stays when the server states something else later', async () => {
  const clock = startClock();
  const visitor = await prepareVisitor();
  answer(visitor);
  const { screen } = await visitor.open('/proof');
  await clock.advance(1_000);
  expect(screen.getByRole('button', { name: texts.download })).toBeVisible();
  visitor.network.reply(MINE, { exitKey: SAMPLE_EXIT_KEY, proofs: [{ ...proof, total: '101' }] });
  await clock.advance(130_000);
  expect(screen.getByText(texts.refused)).toBeVisible();
  expect(screen.getByRole('button', { name: texts.download })).toBeVisible();
});

test('says that nothing is owed, and offers a file with the key', async () => {
  const downloads = captureDownloads();
  const visitor = await prepareVisitor();
  answer(visitor, { mine: { ...proof, parts: [] } });
  const { screen, user } = await visitor.open('/proof');
  expect(await screen.findByText(texts.nothing)).toBeVisible();
  expect(screen.getByText(texts.keyOnly)).toBeVisible();
  await user.click(screen.getByRole('button', { name: texts.download }));
  expect(downloads.names).toEqual(['city-mint-exit-key.json']);
  expect(JSON.parse((await downloads.lines()).join(''))).toMatchObject({
    ...{ vault: CONTRACTS.vault, exit: EXIT, account: ALICE, key: SAMPLE_EXIT_KEY, proofs: [] },
  });
});
