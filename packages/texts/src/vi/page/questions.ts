import type { Messages } from '../../messages.ts';

export const questions: Messages['questions'] = {
  title: 'Câu hỏi thường gặp',
  search: 'Tìm câu hỏi',
  searchExample: 'VD: không đủ hạn mức',
  nothing: 'Không tìm thấy câu hỏi phù hợp',
  nothingText: 'Thử từ khác, hoặc liên hệ qua kênh chính thức bên dưới.',
  first: {
    'check-holdings': { question: 'Tiền có an toàn không?', answer: 'Tự đối chiếu tổng số với số dư kho quỹ' },
    failure: { question: 'Có thể mất bao nhiêu?', answer: 'Điều khoản mỗi vòng ghi rõ giới hạn' },
    fmc: { question: 'Khi nào phát FMC?', answer: 'Theo ba đợt' },
  },
  figures: {
    title: 'Tính với số liệu của bạn',
    own: 'Lệnh gần nhất của bạn',
    example: 'Ví dụ, không phải lệnh của bạn',
    exampleText: 'Góp {amount} JU vào {city}, ước tính theo điều khoản của vòng đó và quỹ dự phòng hiện tại.',
    none: 'Khi có vòng mở, ví dụ với điều khoản thật sẽ hiện ở đây.',
    minted:
      'Nếu đủ hạn mức: phí được trừ vào tiền gốc, phần còn lại hoàn cho bạn; FMC chia theo tỷ lệ góp và phát theo đợt.',
    failed:
      'Nếu không đủ hạn mức: tiền gốc được hoàn sau khi trừ khoản lỗ ghi trong điều khoản; quỹ dự phòng bồi thường từ người tham gia cuối cùng, phần còn lại đổi thành hashrate theo bội số quy định.',
    cancelled: 'Nếu vòng bị hủy: hoàn toàn bộ tiền gốc, không phí và không lỗ.',
    open: 'Vòng này chưa quyết toán. Đây là ước tính; kết quả thực sẽ hiện ở đây.',
    level: 'Lên cấp như thế nào',
    levelText: 'Cấp dựa vào doanh số nhánh nhỏ: tổng doanh số trừ nhánh lớn nhất.',
  },
  channels: 'Liên hệ',
  official: 'Kênh chính thức',
  noChannels: 'Chưa có thông tin liên hệ',
  noChannelsText: 'Sẽ hiện ở đây khi đơn vị vận hành công bố.',
  neverFirst:
    'Chúng tôi không bao giờ nhắn tin trước, cũng không hỏi cụm từ khôi phục, khóa riêng hay yêu cầu chuyển tiền.',
  signedBy: 'Các kênh trên được hai nhân viên vận hành ký trước khi công bố. Ai cũng có thể kiểm tra chữ ký.',
};
