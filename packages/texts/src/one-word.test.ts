import { LANGUAGES } from '@city-mint/domain/languages';
import { describe, expect, test } from 'vitest';
import { pageTextsIn } from './testing/page-texts-in.ts';

/*
 * Holds each language to one word for a state and one for a thing: a row has the labels that mean the same, whatever
 * screen they are on. The first is the specification's label where it has one. Letters may be small inside a line.
 */

/** Labels of states by their name. */
const STATES = {
  'a round in progress': ['rounds.states.in-progress', 'home.openNow', 'rounds.strip.running'],
  'an order in progress': ['rounds.mine.states.in-progress', 'orders.stepStates.now', 'auto.bead.open'],
  success: ['rounds.mine.states.success', 'rounds.outcomes.minted', 'home.resultsMinted', 'auto.bead.won'],
  failed: ['rounds.mine.states.failed', 'rounds.outcomes.failed', 'home.resultsFailed', 'auto.bead.lost'],
  'mint failed': ['rounds.states.mint-failed', 'live.title.failed', 'rounds.join.failedToast'],
  cancelled: ['rounds.mine.states.cancelled', 'rounds.states.cancelled', 'rounds.outcomes.cancelled'],
  ended: ['rounds.mine.states.ended', 'rounds.states.ended'],
  'to be claimed': ['rounds.mine.states.pending-claim', 'rounds.order.hashPending'],
};

/** Labels of figures by their name. */
const FIGURES = {
  'maximum loss': ['rounds.terms.loss', 'home.maximumLoss', 'rounds.card.maximumLoss', 'rounds.join.loseAtMost'],
  'FMC of a round that fills': ['home.mints', 'rounds.card.mints'],
  'per 100 JU': ['home.perHundred', 'rounds.card.perHundred'],
  'result in JU': [
    ...['rounds.order.net', 'rounds.mine.net', 'rounds.own.net', 'orders.totals.net'],
    ...['live.net', 'auto.net', 'home.medianNet', 'earnings.hero.result'],
  ],
  'FMC paid': ['rounds.order.fmcPaid', 'orders.totals.fmcPaid'],
  'FMC received': ['home.medianFmc', 'orders.results.fmc'],
  'FMC to be paid': ['rounds.order.fmcDue', 'orders.totals.fmcDue'],
  principal: ['rounds.order.principal', 'rounds.join.principalBack', 'live.principal'],
  refund: ['rounds.join.refund', 'rounds.join.refundBack', 'live.refund'],
  compensation: [
    ...['rounds.order.compensation', 'rounds.join.compensation'],
    ...['orders.totals.compensation', 'live.compensation'],
  ],
  'compensation in hash power': ['rounds.order.hash', 'rounds.join.hash'],
  surplus: ['rounds.order.split', 'orders.totals.split'],
  joined: ['rounds.own.joined', 'orders.putIn'],
  requested: ['rounds.order.asked', 'rounds.join.asked'],
  accepted: ['rounds.order.accepted', 'rounds.join.accepted'],
  'time of joining': ['rounds.order.joinedAt', 'rounds.join.joinedAt'],
  rank: ['rounds.order.rank', 'rounds.join.rank'],
  raised: ['rounds.card.raised', 'home.filled'],
  'time left': ['rounds.card.closesIn', 'home.closesIn'],
  'worst case': ['rounds.join.ifFailed', 'home.worst'],
  'once filled': ['rounds.join.ifMinted', 'home.best'],
  'sign in': ['session.authorize', 'wallet.authorizePrompt.title'],
};

/** Sentences that contain the label of a figure. */
const SENTENCES = [
  ['rounds.mine.atMost', 'rounds.terms.loss'],
  ['auto.atATime', 'rounds.terms.loss'],
] as const;

describe.each(LANGUAGES)('%s', (language) => {
  test.each(Object.entries({ ...STATES, ...FIGURES }))('has one word: %s', async (_name, keys) => {
    const texts = await pageTextsIn(language);
    const words = new Set(keys.map((key) => texts[key]?.toLowerCase()));
    expect([...words]).toEqual([texts[keys[0] ?? '']?.toLowerCase()]);
  });

  test.each(SENTENCES)('%s has the word of %s', async (sentence, label) => {
    const texts = await pageTextsIn(language);
    expect(texts[sentence]?.toLowerCase()).toContain(texts[label]?.toLowerCase());
  });
});
