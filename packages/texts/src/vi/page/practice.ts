import type { Messages } from '../../messages.ts';

export const practice: Messages['practice'] = {
  title: 'Thử một vòng',
  text: 'Tiền ảo, chỉ tính trên thiết bị này: không gửi, không ký gì. Điều khoản và quỹ dự phòng lấy từ vòng của {city}; những người khác là giả lập.',
  join: 'Tham gia với {amount} JU ảo',
  skip: 'Xem kết quả',
  filled: 'Đã huy động',
  ofQuota: 'trên {quota} JU',
  joined: 'Bạn là người thứ {rank}',
  seeFailed: 'Xem khi thất bại',
  seeMinted: 'Xem khi đủ',
  done: 'Xong',
  none: 'Chưa có vòng để thử',
  noneText: 'Khi có vòng được công bố, bạn có thể thử ở đây.',
};
