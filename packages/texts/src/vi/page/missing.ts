import type { Messages } from '../../messages.ts';

export const missing: Messages['missing'] = {
  title: 'Không tìm thấy trang',
  text: 'Địa chỉ không đúng hoặc trang chưa mở.',
  toHome: 'Về trang chủ',
};
