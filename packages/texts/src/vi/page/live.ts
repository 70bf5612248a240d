import type { Messages } from '../../messages.ts';

export const live: Messages['live'] = {
  place: '{city} · Giai đoạn {phase}, vòng {number}',
  title: { minted: 'Mint thành công', failed: 'Mint thất bại', cancelled: 'Vòng đã hủy' },
  headline: { minted: 'Bạn nhận được', failed: 'Đã hoàn lại', cancelled: 'Hoàn lại toàn bộ tiền gốc' },
  stages: '{paid} FMC đã về, {due} FMC phát theo đợt',
  allPaid: 'Đã nhận đủ FMC',
  net: 'Lãi/lỗ JU',
  joined: 'Đã góp',
  principal: 'Hoàn tiền gốc',
  refund: 'Hoàn lại',
  loss: 'Khoản lỗ',
  compensation: 'Quỹ dự phòng bồi thường',
  hashPower: 'Sức mạnh băm bồi thường (chưa nhận)',
  failedNote:
    'Vòng không đủ hạn mức. Tiền gốc được hoàn trước, sau đó quỹ dự phòng bồi thường khoản lỗ từ người tham gia cuối cùng.',
  nothingLost: 'Quỹ dự phòng đã bồi thường toàn bộ khoản lỗ',
  cancelledNote: 'Không phí, không lỗ.',
  nextOpens: 'Vòng tiếp theo bắt đầu',
  nextCloses: 'Vòng tiếp theo đã mở, còn',
  showOrder: 'Xem lệnh',
  showNext: 'Xem vòng tiếp theo',
  done: 'Đã hiểu',
  banner: { minted: '{city}: mint thành công', failed: '{city}: không đủ hạn mức', cancelled: '{city}: đã hủy' },
  show: 'Xem',
  dismiss: 'Đóng thông báo',
};
