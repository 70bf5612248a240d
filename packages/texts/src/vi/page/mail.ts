import type { Messages } from '../../messages.ts';

export const mail: Messages['mail'] = {
  title: 'Qua email',
  text: 'Email không có số tiền và không có địa chỉ ví. Một chạm trong bất kỳ email nào sẽ dừng tất cả, không cần đăng nhập.',
  label: 'Địa chỉ email',
  send: 'Gửi liên kết xác nhận',
  unconfirmed:
    'Chúng tôi đã gửi một liên kết đến địa chỉ này, có hiệu lực một ngày. Sẽ không gửi thông báo nào trước khi bạn xác nhận.',
  again: 'Gửi lại',
  sent: 'Đã gửi liên kết',
  refused: 'Máy chủ của địa chỉ này từ chối email của chúng tôi nên đã dừng gửi. Hãy nhập địa chỉ khác.',
  remove: 'Xóa địa chỉ',
  removed: 'Đã xóa địa chỉ',
  format:
    'Địa chỉ email không hợp lệ. Hãy nhập một địa chỉ duy nhất như name@example.com, không kèm tên, dấu ngoặc kép hay khoảng trắng',
  link: {
    title: 'Thông báo qua email',
    confirmText: 'Sau khi xác nhận, thông báo sẽ được gửi đến địa chỉ đã nhận liên kết này.',
    confirm: 'Xác nhận',
    confirmed: 'Địa chỉ đã được xác nhận. Từ nay thông báo sẽ được gửi đến đó.',
    invalid: 'Liên kết này đã được dùng hoặc đã hết hạn. Hãy gửi lại từ tài khoản của bạn, trong Thông báo quyết toán.',
    stopText: 'Một chạm sẽ xóa địa chỉ đã nhận liên kết này. Sẽ không gửi email nào đến đó nữa.',
    stop: 'Dừng email',
    stopped: 'Đã xóa địa chỉ. Sẽ không gửi email nào đến đó nữa.',
    incomplete: 'Liên kết không đầy đủ. Hãy sao chép toàn bộ từ email.',
  },
};
