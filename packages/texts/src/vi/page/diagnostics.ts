import type { Messages } from '../../messages.ts';

export const diagnostics: Messages['diagnostics'] = {
  title: 'Thông tin chẩn đoán',
  show: 'Hiện thông tin chẩn đoán',
  hide: 'Ẩn thông tin chẩn đoán',
  copy: 'Sao chép thông tin chẩn đoán',
  note: 'Không có mã đăng nhập, chữ ký hay nội dung yêu cầu.',
  release: 'Phiên bản trang',
  device: 'Trình duyệt',
  chain: 'Chuỗi',
  contracts: 'Hợp đồng',
  wallet: 'Ví',
  stage: 'Giai đoạn phiên',
  live: 'Sự kiện trực tiếp',
  calls: 'Lệnh gọi gần đây',
  noCalls: 'Chưa có lệnh gọi nào',
};
