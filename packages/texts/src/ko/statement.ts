import type { KindTexts, StatementTexts } from '../statement-texts.ts';

export const kinds: KindTexts = {
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

/** The texts of a statement's table in Korean. */
export const statement: StatementTexts = {
  head: ['시각 (UTC)', '통화', '계정', '유형', '내용', '입금', '출금', '잔액', '이체 번호'],
  opening: '기초 잔액',
  closing: '기말 잔액',
  accounts: { available: '사용 가능', 'in-rounds': '라운드 참여 중', withdrawing: '출금 처리 중' },
  kinds,
};
