import type { KindTexts, StatementTexts } from '../statement-texts.ts';

export const kinds: KindTexts = {
  deposit: 'Nạp',
  'withdrawal-request': 'Yêu cầu rút',
  'withdrawal-done': 'Rút hoàn tất',
  'withdrawal-returned': 'Hoàn khoản rút',
  'unknown-payment': 'Kho quỹ chi (ghi bổ sung)',
  'operator-payout': 'Chi cho đơn vị vận hành',
  join: 'Tham gia mint',
  'principal-return': 'Hoàn tiền gốc',
  'mint-fee': 'Phí mint',
  reward: 'Thưởng mời',
  loss: 'Khoản lỗ',
  compensation: 'Quỹ dự phòng bồi thường',
  mint: 'FMC đợt đầu',
  distribute: 'FMC các đợt sau',
  'hash-rate-output': 'Sản lượng băm',
  'node-output': 'Phần chia quỹ nút',
  'level-output': 'Phần chia quỹ cấp',
  split: 'Chia thặng dư quỹ dự phòng',
};

/** The texts of a statement's table in Vietnamese. */
export const statement: StatementTexts = {
  head: ['Thời gian (UTC)', 'Loại tiền', 'Tài khoản', 'Loại', 'Nội dung', 'Vào', 'Ra', 'Số dư', 'Số chuyển khoản'],
  opening: 'Số dư đầu kỳ',
  closing: 'Số dư cuối kỳ',
  accounts: { available: 'Khả dụng', 'in-rounds': 'Trong vòng', withdrawing: 'Đang rút' },
  kinds,
};
