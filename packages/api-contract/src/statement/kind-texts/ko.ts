import type { StatementKind } from '@city-mint/domain/ledger/statement-kinds';

/** What a statement, on the page and as a file, calls each kind of transfer in Korean. */
export const STATEMENT_KINDS_KO: Readonly<Record<StatementKind, string>> = {
  deposit: '입금',
  'withdrawal-request': '출금 신청',
  'withdrawal-done': '출금 완료',
  'withdrawal-returned': '출금 반환',
  'unknown-payment': '금고 지급 (사후 기록)',
  'operator-payout': '운영사 지급',
  join: '라운드 참여',
  'principal-return': '원금 반환',
  'mint-fee': '민트 수수료',
  reward: '초대 보상',
  loss: '손실',
  compensation: '준비금 보상',
  mint: 'FMC 1단계',
  distribute: 'FMC 이후 단계',
  'hash-rate-output': '해시파워 수익',
  'node-output': '노드 풀 수익',
  'level-output': '레벨 풀 수익',
  split: '준비금 잉여 배분',
};
