import type { Messages } from '../../messages.ts';

export const session: Messages['session'] = {
  connectWallet: 'Kết nối ví',
  authorize: 'Đăng nhập',
  switchNetwork: 'Đổi mạng',
  disconnect: 'Ngắt kết nối',
  notConnected: 'Bạn chưa kết nối ví',
  notAuthorized: 'Bạn chưa đăng nhập',
  wrongNetwork: 'Vui lòng đổi mạng',
  walletChanged: 'Ví kết nối đã đổi. Vui lòng đăng nhập lại trước khi thao tác',
  expired: 'Đăng nhập đã hết hạn, vui lòng đăng nhập lại',
  gateConnectText: 'Kết nối ví để xem. Trang chỉ đọc địa chỉ, không động đến tài sản nào.',
  gateAuthorizeText:
    'Ký một thông điệp để chứng minh địa chỉ này là của bạn. Chữ ký không phải giao dịch và không mất phí.',
  about: 'Tham gia vòng mint thành phố bằng JU',
  example: 'Ví dụ',
  gateSwitchText: 'Ví đang ở mạng khác. Hãy chuyển sang {network}.',
  readOnly: 'Ví không ở {network}, hiện bạn chỉ có thể xem.',
  failure: {
    callFailedFinal: 'Gọi ví thất bại',
    callFailed: 'Gọi ví thất bại, vui lòng thử lại',
  },
};
