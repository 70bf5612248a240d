import type { Messages } from '../../messages.ts';

export const notify: Messages['notify'] = {
  title: 'Thông báo quyết toán',
  states: {
    on: 'Đang bật',
    off: 'Đang tắt',
    blocked: 'Trình duyệt đã chặn',
    install: 'Thêm vào Màn hình chính trước',
    unsupported: 'Trình duyệt không hỗ trợ',
  },
  text: 'Ngay khi vòng bạn tham gia được quyết toán, thiết bị này báo bạn nhận được hoặc được hoàn lại bao nhiêu, kể cả khi trang chạy nền. Nếu trang đã đóng, bạn sẽ thấy kết quả khi mở lại.',
  blockedText:
    'Trình duyệt đã chặn thông báo của trang này. Chạm biểu tượng cạnh địa chỉ, cho phép thông báo trong cài đặt trang web rồi quay lại đây.',
  installText:
    'Trong Safari, chạm Chia sẻ rồi chọn Thêm vào Màn hình chính. Mở City Mint từ Màn hình chính và bật thông báo tại đây.',
  unsupportedText: 'Trình duyệt này không hiển thị được thông báo. Bạn vẫn thấy kết quả khi mở trang.',
  enable: 'Bật thông báo',
  disable: 'Tắt thông báo',
  turnedOn: 'Đã bật thông báo',
  turnedOff: 'Đã tắt thông báo',
  offer: 'Báo cho tôi khi quyết toán',
  body: {
    minted: 'Bạn nhận được {amount} FMC',
    failed: 'Đã hoàn lại {amount} JU cho bạn',
    cancelled: 'Đã hoàn lại toàn bộ tiền gốc {amount} JU',
  },
  push: {
    title: 'Cả khi trang đã đóng',
    text: 'Gửi qua dịch vụ đẩy của trình duyệt, được mã hóa và không có số tiền. Một chạm trên thông báo sẽ dừng chúng.',
    events: {
      opens: 'Vòng mở',
      settled: 'Vòng được quyết toán',
      stage: 'Đợt được trả',
      credited: 'Khoản nạp được ghi có',
      'sign-in': 'Đăng nhập mới',
    },
    failed: 'Dịch vụ đẩy của trình duyệt không trả lời. Hãy thử lại sau.',
    saved: 'Đã lưu',
  },
};
