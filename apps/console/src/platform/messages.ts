import { actionWords as actionWordsEn } from '#texts/en/action-words.ts';
import { actions as actionsEn } from '#texts/en/actions.ts';
import { chain as chainEn } from '#texts/en/chain.ts';
import { content as contentEn } from '#texts/en/content.ts';
import { journal as journalEn } from '#texts/en/journal.ts';
import { limits as limitsEn } from '#texts/en/limits.ts';
import { log as logEn } from '#texts/en/log.ts';
import { money as moneyEn } from '#texts/en/money.ts';
import { operators as operatorsEn } from '#texts/en/operators.ts';
import { overview as overviewEn } from '#texts/en/overview.ts';
import { participants as participantsEn } from '#texts/en/participants.ts';
import { plans as plansEn } from '#texts/en/plans.ts';
import { proposals as proposalsEn } from '#texts/en/proposals.ts';
import { regions as regionsEn } from '#texts/en/regions.ts';
import { rewards as rewardsEn } from '#texts/en/rewards.ts';
import { rounds as roundsEn } from '#texts/en/rounds.ts';
import { shell as shellEn } from '#texts/en/shell.ts';
import { transfers as transfersEn } from '#texts/en/transfers.ts';
import { ui as uiEn } from '#texts/en/ui.ts';
import { withdrawals as withdrawalsEn } from '#texts/en/withdrawals.ts';
import { actionWords } from '#texts/zh/action-words.ts';
import { actions } from '#texts/zh/actions.ts';
import { chain } from '#texts/zh/chain.ts';
import { content } from '#texts/zh/content.ts';
import { journal } from '#texts/zh/journal.ts';
import { limits } from '#texts/zh/limits.ts';
import { log } from '#texts/zh/log.ts';
import { money } from '#texts/zh/money.ts';
import { operators } from '#texts/zh/operators.ts';
import { overview } from '#texts/zh/overview.ts';
import { participants } from '#texts/zh/participants.ts';
import { plans } from '#texts/zh/plans.ts';
import { proposals } from '#texts/zh/proposals.ts';
import { regions } from '#texts/zh/regions.ts';
import { rewards } from '#texts/zh/rewards.ts';
import { rounds } from '#texts/zh/rounds.ts';
import { shell } from '#texts/zh/shell.ts';
import { transfers } from '#texts/zh/transfers.ts';
import { ui } from '#texts/zh/ui.ts';
import { withdrawals } from '#texts/zh/withdrawals.ts';

/** The texts of the console, by area; those of zh are the type of en, so that a missing one does not compile. */
const zh = {
  chain,
  journal,
  limits,
  money,
  regions,
  rewards,
  actionWords,
  actions,
  log,
  operators,
  content,
  overview,
  participants,
  plans,
  proposals,
  rounds,
  shell,
  transfers,
  ui,
  withdrawals,
};
const en: typeof zh = {
  chain: chainEn,
  journal: journalEn,
  limits: limitsEn,
  money: moneyEn,
  regions: regionsEn,
  rewards: rewardsEn,
  actionWords: actionWordsEn,
  actions: actionsEn,
  log: logEn,
  operators: operatorsEn,
  participants: participantsEn,
  plans: plansEn,
  proposals: proposalsEn,
  rounds: roundsEn,
  content: contentEn,
  overview: overviewEn,
  shell: shellEn,
  transfers: transfersEn,
  ui: uiEn,
  withdrawals: withdrawalsEn,
};

export const MESSAGES = { zh, en } as const;

declare module 'use-intl' {
  interface AppConfig {
    Messages: typeof zh;
  }
}
