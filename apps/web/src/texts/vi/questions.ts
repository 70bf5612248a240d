import type { Messages } from '#platform/i18n/messages.ts';

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
  channels: 'Liên hệ',
  official: 'Kênh chính thức',
  noChannels: 'Chưa có thông tin liên hệ',
  noChannelsText: 'Sẽ hiện ở đây khi đơn vị vận hành công bố.',
  neverFirst:
    'Chúng tôi không bao giờ nhắn tin trước, cũng không hỏi cụm từ khôi phục, khóa riêng hay yêu cầu chuyển tiền.',
  signedBy: 'Các kênh trên được hai nhân viên vận hành ký trước khi công bố. Ai cũng có thể kiểm tra chữ ký.',
};
