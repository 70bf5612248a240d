import type { PushTexts } from '../push-texts.ts';

export const push: PushTexts = {
  opens: 'Vòng mới đã mở.',
  settled: 'Vòng bạn tham gia đã được quyết toán.',
  stage: 'Một đợt đã được trả cho bạn.',
  credited: 'Khoản nạp của bạn đã được ghi có.',
  'sign-in': 'Có lượt đăng nhập mới vào tài khoản của bạn. Nếu không phải bạn, hãy kết thúc nó.',
  stop: 'Dừng thông báo',
};
