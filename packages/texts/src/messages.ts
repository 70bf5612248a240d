import type { actions } from './zh/page/actions.ts';
import type { assets } from './zh/page/assets.ts';
import type { auto } from './zh/page/auto.ts';
import type { boards } from './zh/page/boards.ts';
import type { diagnostics } from './zh/page/diagnostics.ts';
import type { earnings } from './zh/page/earnings.ts';
import type { glossary } from './zh/page/glossary.ts';
import type { home } from './zh/page/home.ts';
import type { live } from './zh/page/live.ts';
import type { mail } from './zh/page/mail.ts';
import type { miner } from './zh/page/miner.ts';
import type { missing } from './zh/page/missing.ts';
import type { my } from './zh/page/my.ts';
import type { notices } from './zh/page/notices.ts';
import type { notify } from './zh/page/notify.ts';
import type { orders } from './zh/page/orders.ts';
import type { passport } from './zh/page/passport.ts';
import type { practice } from './zh/page/practice.ts';
import type { price } from './zh/page/price.ts';
import type { proof } from './zh/page/proof.ts';
import type { questions } from './zh/page/questions.ts';
import type { recipients } from './zh/page/recipients.ts';
import type { rounds } from './zh/page/rounds.ts';
import type { session } from './zh/page/session.ts';
import type { settled } from './zh/page/settled.ts';
import type { simulation } from './zh/page/simulation.ts';
import type { swap } from './zh/page/swap.ts';
import type { team } from './zh/page/team.ts';
import type { time } from './zh/page/time.ts';
import type { ui } from './zh/page/ui.ts';
import type { wallet } from './zh/page/wallet.ts';

/**
 * The texts of the default language, by area; the file of an area exports a constant of the area's name. To add an
 * area, add a line here and its file in every language; a test finds the one that is missing.
 */
type DefaultTexts = {
  actions: typeof actions;
  diagnostics: typeof diagnostics;
  ui: typeof ui;
  session: typeof session;
  home: typeof home;
  glossary: typeof glossary;
  practice: typeof practice;
  missing: typeof missing;
  my: typeof my;
  rounds: typeof rounds;
  assets: typeof assets;
  live: typeof live;
  mail: typeof mail;
  notices: typeof notices;
  notify: typeof notify;
  auto: typeof auto;
  orders: typeof orders;
  passport: typeof passport;
  price: typeof price;
  proof: typeof proof;
  questions: typeof questions;
  recipients: typeof recipients;
  wallet: typeof wallet;
  settled: typeof settled;
  simulation: typeof simulation;
  swap: typeof swap;
  team: typeof team;
  boards: typeof boards;
  earnings: typeof earnings;
  miner: typeof miner;
  time: typeof time;
};

type Widen<Texts> = { readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Widen<Texts[Key]> };

/** The texts of a language: the same keys as the default language, so that a missing text does not compile. */
export type Messages = Widen<DefaultTexts>;

/** A part of the texts that is fetched as one file. */
export type TextArea = keyof Messages;

/** The module of an area: a constant of its name. */
export type AreaModule = { readonly [Area in TextArea]?: Messages[Area] };

const AREAS: Record<TextArea, true> = {
  actions: true,
  diagnostics: true,
  ui: true,
  session: true,
  home: true,
  glossary: true,
  practice: true,
  missing: true,
  my: true,
  rounds: true,
  assets: true,
  live: true,
  mail: true,
  notices: true,
  notify: true,
  auto: true,
  orders: true,
  passport: true,
  price: true,
  proof: true,
  questions: true,
  recipients: true,
  wallet: true,
  settled: true,
  simulation: true,
  swap: true,
  team: true,
  boards: true,
  earnings: true,
  miner: true,
  time: true,
};

/** The names of all areas. */
export const TEXT_AREAS: readonly string[] = Object.keys(AREAS);
