import type { Messages } from '../../messages.ts';

export const glossary: Messages['glossary'] = {
  ju: { title: 'JU', text: 'Đồng coin của chuỗi này. Bạn nạp từ ví, dùng để tham gia vòng và có thể rút lại.' },
  fmc: {
    title: 'FMC',
    text: 'Token được phát khi thành phố mint thành công. Mỗi vòng phát một lượng cố định, chia theo số JU đã góp. Bạn có thể rút hoặc hoán đổi sang JU; giá thay đổi và có thể giảm.',
  },
  phase: {
    title: 'Giai đoạn và vòng',
    text: 'Mỗi thành phố được mint theo giai đoạn, mỗi giai đoạn có nhiều vòng. Vòng có hạn mức và thời gian; điều khoản được công bố trước khi mở và không thay đổi.',
  },
  reserve: {
    title: 'Quỹ dự phòng',
    text: 'Hình thành từ phí và khoản mất của các vòng thất bại. Khi một vòng thất bại, quỹ bồi thường theo thứ tự ngược, từ người vào cuối (lệnh vào muộn sau mọi lệnh khác), đến khi hết phần được dùng: có người được bồi thường đủ, có người không.',
  },
  stages: {
    title: 'Ba đợt',
    text: 'FMC của vòng thành công được phát trong ba đợt. Tỷ lệ và thời điểm từng đợt ghi trong điều khoản của vòng.',
  },
  loss: {
    title: 'Mất tối đa',
    text: 'Nếu vòng không đủ hạn mức, bạn nhận lại tiền gốc trừ tỷ lệ này. Quỹ dự phòng có thể bồi thường một phần; phần còn lại được bồi thường bằng hashrate.',
  },
  more: 'Câu hỏi thường gặp',
};
