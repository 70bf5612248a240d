import type { StatementKind } from '@city-mint/domain/ledger/statement-kinds';
import type { StatementAccount } from '#ledger/queries/statement-period.ts';

/** The words of a statement's table. */
export type CsvTexts = {
  readonly head: readonly string[];
  readonly opening: string;
  readonly closing: string;
  readonly accounts: Readonly<Record<StatementAccount, string>>;
  readonly kinds: Readonly<Record<StatementKind, string>>;
};

const EN: CsvTexts = {
  head: ['Time (UTC)', 'Currency', 'Account', 'AllowedTransfer', 'Reference', 'In', 'Out', 'Balance after', 'Transfer'],
  opening: 'Opening balance',
  closing: 'Closing balance',
  accounts: { available: 'Available', 'in-rounds': 'In rounds', withdrawing: 'Being withdrawn' },
  kinds: {
    deposit: 'Recharge',
    'withdrawal-request': 'Withdrawal asked for',
    'withdrawal-done': 'Withdrawal paid out',
    'withdrawal-returned': 'Withdrawal given back',
    join: 'Joined a round',
    'principal-return': 'Principal back',
    'mint-fee': 'Mint fee',
    reward: 'Reward for an invitation',
    loss: 'Loss',
    compensation: 'Compensation from the reserve',
    mint: 'FMC, first stage',
    distribute: 'FMC, later stage',
    'hash-rate-output': 'Mined by hash power',
    'node-output': 'Node output',
    'level-output': 'Level output',
    split: 'Share of reserve surplus',
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
    join: '参与铸造',
    'principal-return': '返还本金',
    'mint-fee': '铸造手续费',
    reward: '推荐奖励',
    loss: '损失',
    compensation: '储备补偿',
    mint: 'FMC 第一阶段',
    distribute: 'FMC 后续阶段',
    'hash-rate-output': '算力产出',
    'node-output': '节点产出',
    'level-output': '级别产出',
    split: '储备盈余分配',
  },
};

/** The words for a reader of this language: Chinese, or English for everybody else. */
export function csvTexts(lang: string): CsvTexts {
  return lang === 'zh' || lang === 'zhHK' ? ZH : EN;
}
