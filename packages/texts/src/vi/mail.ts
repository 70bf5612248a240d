import type { MailTexts } from '../mail-texts.ts';

export const mail: MailTexts = {
  confirm: {
    subject: 'Xác nhận địa chỉ email của bạn cho City Mint',
    text: 'Mở liên kết này và chạm “Xác nhận” một lần để nhận thông báo tại địa chỉ này:',
    expires: 'Liên kết có hiệu lực một ngày và chỉ dùng được một lần.',
    stranger:
      'Nếu không phải bạn nhập địa chỉ này, hãy bỏ qua email này. Nếu không xác nhận, bạn sẽ không nhận thông báo nào.',
  },
  open: 'Xem trong City Mint:',
  stop: 'Để dừng các email này, mở liên kết này và chạm một lần:',
};
