import type { OperatorLanguage } from '@city-mint/domain/languages';
import { actionWords as actionWordsEn } from './en/console/action-words.ts';
import { actions as actionsEn } from './en/console/actions.ts';
import { chain as chainEn } from './en/console/chain.ts';
import { consequences as consequencesEn } from './en/console/consequences.ts';
import { content as contentEn } from './en/console/content.ts';
import { journal as journalEn } from './en/console/journal.ts';
import { limits as limitsEn } from './en/console/limits.ts';
import { log as logEn } from './en/console/log.ts';
import { money as moneyEn } from './en/console/money.ts';
import { operators as operatorsEn } from './en/console/operators.ts';
import { overview as overviewEn } from './en/console/overview.ts';
import { participants as participantsEn } from './en/console/participants.ts';
import { plans as plansEn } from './en/console/plans.ts';
import { proposals as proposalsEn } from './en/console/proposals.ts';
import { regions as regionsEn } from './en/console/regions.ts';
import { rewards as rewardsEn } from './en/console/rewards.ts';
import { rounds as roundsEn } from './en/console/rounds.ts';
import { shell as shellEn } from './en/console/shell.ts';
import { transfers as transfersEn } from './en/console/transfers.ts';
import { ui as uiEn } from './en/console/ui.ts';
import { withdrawals as withdrawalsEn } from './en/console/withdrawals.ts';
import { actionWords } from './zh/console/action-words.ts';
import { actions } from './zh/console/actions.ts';
import { chain } from './zh/console/chain.ts';
import { consequences } from './zh/console/consequences.ts';
import { content } from './zh/console/content.ts';
import { journal } from './zh/console/journal.ts';
import { limits } from './zh/console/limits.ts';
import { log } from './zh/console/log.ts';
import { money } from './zh/console/money.ts';
import { operators } from './zh/console/operators.ts';
import { overview } from './zh/console/overview.ts';
import { participants } from './zh/console/participants.ts';
import { plans } from './zh/console/plans.ts';
import { proposals } from './zh/console/proposals.ts';
import { regions } from './zh/console/regions.ts';
import { rewards } from './zh/console/rewards.ts';
import { rounds } from './zh/console/rounds.ts';
import { shell } from './zh/console/shell.ts';
import { transfers } from './zh/console/transfers.ts';
import { ui } from './zh/console/ui.ts';
import { withdrawals } from './zh/console/withdrawals.ts';

const zh = {
  chain,
  journal,
  limits,
  money,
  regions,
  rewards,
  actionWords,
  actions,
  consequences,
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

/** The texts of the console in one language, by area. */
export type ConsoleMessages = typeof zh;

const en: ConsoleMessages = {
  chain: chainEn,
  journal: journalEn,
  limits: limitsEn,
  money: moneyEn,
  regions: regionsEn,
  rewards: rewardsEn,
  actionWords: actionWordsEn,
  actions: actionsEn,
  consequences: consequencesEn,
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

/** The texts of the console in each language that operators read. */
export const CONSOLE_MESSAGES: Readonly<Record<OperatorLanguage, ConsoleMessages>> = { zh, en };
