import type { Messages } from '../../messages.ts';

export const notices: Messages['notices'] = {
  region: 'Thông báo',
  dismiss: 'Không hiển thị lại thông báo này',
  kinds: { general: 'Tin báo', maintenance: 'Bảo trì', important: 'Quan trọng' },
  offer: 'Đọc bằng tiếng Việt?',
  preview: {
    title: 'Bản xem trước: nội dung này chưa được đăng',
    until: 'Có hiệu lực đến {time}. Trong khi xem trước, bạn không thể đăng nhập và không có khoản tiền nào được gửi.',
    end: 'Kết thúc xem trước',
    expired: 'Bản xem trước đã hết hạn. Trang đang hiển thị nội dung đã đăng.',
  },
};
