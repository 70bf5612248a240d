import { serverLanguage } from '@city-mint/domain/languages';
import type { StatementKind } from '@city-mint/domain/ledger/statement-kinds';
import type { StatementAccount } from '#ledger/statements/queries/period.ts';

/** The texts of a statement's table. */
export type CsvTexts = {
  readonly head: readonly string[];
  readonly opening: string;
  readonly closing: string;
  readonly accounts: Readonly<Record<StatementAccount, string>>;
  readonly kinds: Readonly<Record<StatementKind, string>>;
};

const EN: CsvTexts = {
  head: ['Time (UTC)', 'Currency', 'Account', 'Type', 'Reference', 'In', 'Out', 'Balance after', 'Transfer'],
  opening: 'Opening balance',
  closing: 'Closing balance',
  accounts: { available: 'Available', 'in-rounds': 'In rounds', withdrawing: 'Pending withdrawal' },
  kinds: {
    deposit: 'Recharge',
    'withdrawal-request': 'Withdrawal requested',
    'withdrawal-done': 'Withdrawal completed',
    'withdrawal-returned': 'Withdrawal returned',
    'unknown-payment': 'Payment of the vault, booked later',
    'operator-payout': 'Payout to the operator',
    join: 'Joined a round',
    'principal-return': 'Principal returned',
    'mint-fee': 'Mint fee',
    reward: 'Referral reward',
    loss: 'Loss',
    compensation: 'Compensation from the reserve',
    mint: 'FMC, first stage',
    distribute: 'FMC, later stage',
    'hash-rate-output': 'Hash power output',
    'node-output': 'Node pool output',
    'level-output': 'Level pool output',
    split: 'Reserve surplus share',
  },
};

const ZH: CsvTexts = {
  head: ['时间 (UTC)', '币种', '账户', '类型', '说明', '收入', '支出', '余额', '流水号'],
  opening: '期初余额',
  closing: '期末余额',
  accounts: { available: '可用', 'in-rounds': '轮次中', withdrawing: '提现中' },
  kinds: {
    deposit: '充值',
    'withdrawal-request': '申请提现',
    'withdrawal-done': '提现完成',
    'withdrawal-returned': '提现退回',
    'unknown-payment': '金库付款（补记）',
    'operator-payout': '运营方付款',
    join: '参与铸造',
    'principal-return': '返还本金',
    'mint-fee': '铸造手续费',
    reward: '邀请奖励',
    loss: '损失',
    compensation: '储备金补偿',
    mint: 'FMC 第一阶段',
    distribute: 'FMC 后续阶段',
    'hash-rate-output': '算力产出',
    'node-output': '节点池产出',
    'level-output': '等级池产出',
    split: '储备金盈余分配',
  },
};

/** Returns the texts for a language: Chinese, or English for every other language. */
export function csvTexts(lang: string): CsvTexts {
  return serverLanguage(lang) === 'zh' ? ZH : EN;
}
