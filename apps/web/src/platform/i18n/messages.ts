import type { assets } from '#texts/zh/assets.ts';
import type { auto } from '#texts/zh/auto.ts';
import type { boards } from '#texts/zh/boards.ts';
import type { diagnostics } from '#texts/zh/diagnostics.ts';
import type { earnings } from '#texts/zh/earnings.ts';
import type { home } from '#texts/zh/home.ts';
import type { live } from '#texts/zh/live.ts';
import type { miner } from '#texts/zh/miner.ts';
import type { my } from '#texts/zh/my.ts';
import type { notify } from '#texts/zh/notify.ts';
import type { orders } from '#texts/zh/orders.ts';
import type { passport } from '#texts/zh/passport.ts';
import type { price } from '#texts/zh/price.ts';
import type { proof } from '#texts/zh/proof.ts';
import type { questions } from '#texts/zh/questions.ts';
import type { rounds } from '#texts/zh/rounds.ts';
import type { session } from '#texts/zh/session.ts';
import type { swap } from '#texts/zh/swap.ts';
import type { team } from '#texts/zh/team.ts';
import type { time } from '#texts/zh/time.ts';
import type { ui } from '#texts/zh/ui.ts';
import type { wallet } from '#texts/zh/wallet.ts';

/**
 * The texts of the default language, by area; the file of an area exports a constant of the area's name. To add an
 * area, add a line here and its file in every language; a test finds the one that is missing.
 */
type DefaultTexts = {
  diagnostics: typeof diagnostics;
  ui: typeof ui;
  session: typeof session;
  home: typeof home;
  my: typeof my;
  rounds: typeof rounds;
  assets: typeof assets;
  live: typeof live;
  notify: typeof notify;
  auto: typeof auto;
  orders: typeof orders;
  passport: typeof passport;
  price: typeof price;
  proof: typeof proof;
  questions: typeof questions;
  wallet: typeof wallet;
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

/** The areas that are there before the first screen is; any module may use them. */
export const CORE_AREAS = ['ui', 'session', 'home'] as const satisfies readonly TextArea[];

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
  }
}
