import type { Messages } from '../../messages.ts';

export const recipients: Messages['recipients'] = {
  title: 'Sổ địa chỉ',
  text: 'Chỉ lưu trên thiết bị này, cho đến khi bạn đăng xuất.',
  own: 'Ví của tôi',
  unnamed: 'Chưa đặt tên',
  used: 'Đã từng dùng',
  usedAt: 'Dùng lần cuối {date}',
  entered: 'Địa chỉ bạn nhập',
  name: 'Tên',
  nameHint: 'Tối đa {most} ký tự, chỉ bạn nhìn thấy',
  nameThis: 'Đặt tên cho địa chỉ này',
  rename: 'Đổi tên',
  save: 'Lưu',
  remove: 'Xóa',
  removeTitle: 'Xóa địa chỉ này?',
  removeText: 'Chỉ xóa khỏi thiết bị này, lịch sử rút không thay đổi.',
  resembles:
    'Địa chỉ này chỉ giống phần đầu và phần cuối của một địa chỉ bạn biết, phần giữa khác. Đây có thể là địa chỉ giả. Hãy kiểm tra từng ký tự.',
  similar: 'Địa chỉ tương tự',
};
