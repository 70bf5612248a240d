import type { CsvTexts } from './csv-texts.ts';

/** The texts of a statement's table in Vietnamese. */
export const CSV_TEXTS_VI: CsvTexts = {
  head: ['Thời gian (UTC)', 'Loại tiền', 'Tài khoản', 'Loại', 'Nội dung', 'Vào', 'Ra', 'Số dư', 'Số chuyển khoản'],
  opening: 'Số dư đầu kỳ',
  closing: 'Số dư cuối kỳ',
  accounts: { available: 'Khả dụng', 'in-rounds': 'Trong vòng', withdrawing: 'Đang rút' },
  kinds: {
    deposit: 'Nạp',
    'withdrawal-request': 'Yêu cầu rút',
    'withdrawal-done': 'Rút hoàn tất',
    'withdrawal-returned': 'Hoàn lại khoản rút',
    'unknown-payment': 'Kho quỹ chi trả (ghi sau)',
    'operator-payout': 'Chi cho đơn vị vận hành',
    join: 'Tham gia vòng',
    'principal-return': 'Hoàn tiền gốc',
    'mint-fee': 'Phí mint',
    reward: 'Thưởng mời',
    loss: 'Khoản lỗ',
    compensation: 'Bồi thường từ quỹ dự phòng',
    mint: 'FMC, đợt đầu',
    distribute: 'FMC, đợt sau',
    'hash-rate-output': 'Sản lượng từ sức mạnh băm',
    'node-output': 'Phần chia quỹ nút',
    'level-output': 'Phần chia quỹ cấp',
    split: 'Phần chia thặng dư quỹ dự phòng',
  },
};
