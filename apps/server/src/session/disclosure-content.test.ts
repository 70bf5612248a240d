import { LANGUAGES } from '@city-mint/domain/languages';
import { loadTexts } from '@city-mint/texts/load-texts';
import { expect, test } from 'vitest';
import { confirmationMessage, confirmedUntil } from './confirmation-message.ts';
import {
  composeDisclosure,
  conductHashOf,
  confirmationNotice,
  createComposer,
  disclosureContent,
  inviterNotice,
} from './disclosure-content.ts';

const TEXTS = await loadTexts('disclosure');

const TERMS = {
  mintFeeBps: { from: 250, to: 250 },
  lossBps: { from: 301, to: 750 },
  lateBps: { from: 1000, to: 1000 },
  referralBps: { from: 3100, to: 3100 },
  nodesBps: { from: 1100, to: 1100 },
  levelsBps: { from: 1200, to: 1200 },
  treasuryBps: { from: 2000, to: 2000 },
  reserveDrawBps: { from: 5000, to: 5000 },
  compensationTimesBps: { from: 20_000, to: 20_000 },
};
const OPERATOR = { name: 'Mint Ltd.', contact: 'help@mint.example' };
const FIGURES = ['2.5%', '3.01–7.5%', '10%', '31%', '11%', '12%', '20%', '50%', OPERATOR.name, OPERATOR.contact];

test.each(LANGUAGES)('default: in %s the disclosure contains every figure and every name', (language) => {
  const text = disclosureContent(OPERATOR, TERMS)
    [language].map((section) => `${section.title} ${section.text}`)
    .join('\n');
  for (const figure of FIGURES) expect(text).toContain(figure);
  expect(text).not.toMatch(/[{}]|undefined/);
});

test('behavior: it is composed once for equal terms, and again for others', () => {
  const compose = createComposer(OPERATOR);
  const composed = compose(TERMS);
  expect(composed).toEqual(composeDisclosure(OPERATOR, TERMS));
  expect(compose({ ...TERMS })).toBe(composed);
  expect(compose(null)).toEqual(composeDisclosure(OPERATOR, null));
  expect(compose(TERMS)).toEqual(composed);
});

test('default: each operator has one hash of the sentences', () => {
  const { conductHash } = composeDisclosure(OPERATOR, TERMS);
  expect(conductHashOf({ ...OPERATOR })).toBe(conductHash);
  expect(conductHashOf({ ...OPERATOR, contact: 'other' })).not.toBe(conductHash);
  expect(conductHashOf(OPERATOR)).toBe(conductHash);
});

test.each(LANGUAGES)('default: in %s the notice states the inviter’s earnings and their fee', (language) => {
  const notice = inviterNotice(language, TERMS);
  expect(notice[0]).toContain('31%');
  expect(notice[0]).toContain('2.5%');
  expect(notice).toHaveLength(5);
  expect(inviterNotice(language, null)[0]).not.toMatch(/\d/);
});

test('behavior: while no round is on offer, the disclosure says so instead of the figures', () => {
  const content = disclosureContent(OPERATOR, null);
  for (const language of LANGUAGES) {
    expect(content[language].map(({ title }) => title)).toContain(TEXTS[language].disclosure.nothingOffered.title);
    expect(content[language]).toHaveLength(4);
  }
});

test('behavior: each paragraph names the same figures in every language, and no language repeats another', () => {
  const textsOf = (language: (typeof LANGUAGES)[number]) => {
    const { disclosure, inviterNotice: notice } = TEXTS[language];
    return [
      ...Object.values(disclosure).map(({ text }) => text),
      notice.share,
      notice.shareUnknown,
      ...notice.conditions,
    ];
  };
  const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();
  for (const language of LANGUAGES) expect(textsOf(language).map(namesIn)).toEqual(textsOf('zh').map(namesIn));
  const all = LANGUAGES.flatMap(textsOf);
  expect(new Set(all).size).toBe(all.length);
});

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ACTIONS = [
  { action: 'bind-inviter', superior: ALICE },
  { action: 'bind-exchange-uid', uid: '10002000' },
  { action: 'auto-mint', keep: '12.5', stopAfterLosses: 3, parallelRounds: 2, version: 7 },
] as const;

test.each(LANGUAGES)('default: in %s a text to sign names the action, and is still verified', (language) => {
  for (const confirmed of ACTIONS) {
    const notice = confirmationNotice(language, confirmed);
    expect(notice.length > 0).toBe(language !== 'en');
    const values = Object.values(confirmed).filter((value) => value !== confirmed.action && value !== 7);
    if (language !== 'en') for (const value of values) expect(notice.join()).toContain(String(value));
    const expiresAt = new Date(Date.UTC(2026, 0, 5, 0, 5));
    const times = { issuedAt: new Date(Date.UTC(2026, 0, 5)), expiresAt };
    const place = { address: ALICE, domain: 'mint.example', chainId: 210_000, nonce: '5a'.repeat(16) };
    const message = confirmationMessage({ confirmed, notice, ...place, ...times });
    expect(confirmedUntil(message, { confirmed, address: ALICE, chainId: 210_000 })).toEqual(expiresAt);
  }
});
