import type { ConfirmationTexts, DisclosureTexts, InviterNoticeTexts } from '../disclosure-texts.ts';

/** The disclosure in Vietnamese. */
export const disclosure: DisclosureTexts = {
  operator: {
    title: 'Đơn vị vận hành',
    text:
      'City Mint do {operatorName} vận hành. Liên hệ: {operatorContact}. Tiền bạn nạp được giữ trong hợp ' +
      'đồng thông minh trên blockchain. Chỉ ví của chính bạn mới rút được từ đó.',
  },
  nothingOffered: {
    title: 'Phí và quỹ',
    text: 'Hiện không có vòng nào. Điều khoản của mỗi vòng được hiển thị đầy đủ trước khi bạn tham gia.',
  },
  fees: {
    title: 'Phí',
    text:
      'Khi vòng thành công, bạn nhận lại tiền gốc sau khi trừ phí mint {mintFeeBps}. Phí mạng (gas) do ví ' +
      'của bạn trả.',
  },
  feeUse: {
    title: 'Phí mint được dùng vào đâu',
    text:
      'Trong mỗi khoản phí mint, {referralBps} là thưởng mời, {nodesBps} vào quỹ nút, {levelsBps} vào quỹ ' +
      'cấp và {treasuryBps} cho đơn vị vận hành. Phần còn lại vào quỹ dự phòng để bồi thường cho các vòng ' +
      'thất bại.' +
      ' Phần phí của một vòng làm quỹ dự phòng vượt giới hạn được chia cho người tham gia vòng đó; giới ' +
      'hạn do hai nhà vận hành cùng đặt và trong một ngày tăng tối đa gấp đôi.',
  },
  worstCase: {
    title: 'Trường hợp xấu nhất',
    text:
      'Khi vòng thất bại, bạn nhận lại tiền gốc sau khi trừ khoản lỗ {lossBps}. Quỹ dự phòng bồi thường bắt ' +
      'đầu từ lệnh tham gia cuối cùng, nhưng các lệnh trong {lateBps} cuối của thời gian mở được xét sau tất ' +
      'cả lệnh khác: tối đa {reserveDrawBps} của quỹ dự phòng cho một vòng thất bại và không bao giờ vượt ' +
      'khoản lỗ của bạn. Quỹ dự phòng có thể không còn tiền. Khoản lỗ không được bồi thường được đổi thành ' +
      'hashrate gấp {compensationTimesBps} lần. Hashrate không phải là tiền: nó khai thác một phần ' +
      'FMC phát hành mỗi ngày, và khi tổng hashrate còn thấp, ngày đó phát hành ít hơn. Vòng bị hủy ' +
      'trước khi quyết toán sẽ hoàn lại toàn bộ tiền gốc.',
  },
  operatorEarns: {
    title: 'Đơn vị vận hành kiếm tiền thế nào',
    text:
      'Đơn vị vận hành nhận {treasuryBps} của mỗi khoản phí mint. Khoản lỗ của các vòng thất bại bù đầy ' +
      'quỹ dự phòng tới mức trần; chỉ phần còn lại trả cho chi phí tổ chức vòng đó. Hai khoản này được công bố riêng, cùng mọi khoản chi cho đơn vị vận hành: bao ' +
      'nhiêu, để làm gì và ai phê duyệt. Ngoài ra, đơn vị vận hành không lấy gì từ tiền gốc của bạn.',
  },
  rewards: {
    title: 'Phần thưởng đến từ đâu',
    text:
      'Tiền gốc của bạn không bao giờ được dùng để trả cho người khác. Phần thưởng được trả từ phí mint, quỹ ' +
      'dự phòng hoặc nguồn FMC có hạn. Nguồn không đủ thì phần thiếu không được trả. Giá FMC không được bảo ' +
      'đảm và có thể về 0.',
  },
  noPromises: {
    title: 'Điều chúng tôi không hứa',
    text:
      'Lợi nhuận không được bảo đảm và con số dự kiến không phải lời hứa. Đã được chấp nhận thì không thể ' +
      'hủy tham gia. Bạn không bao giờ phải mời ai để lấy lại tiền của chính mình.',
  },
};

export const inviterNotice: InviterNoticeTexts = {
  share:
    'Khi vòng bạn tham gia được mint, người mời nhận {referralBps} của phí mint; phí mint bằng {mintFeeBps} ' +
    'số tiền bạn bỏ vào.',
  shareUnknown:
    'Khi vòng bạn tham gia được mint, người mời nhận một phần phí mint; cả hai tỷ lệ được ghi trong điều ' +
    'khoản của mỗi vòng.',
  conditions: [
    'Người mời chỉ nhận được khi chính họ đã từng có lệnh được quyết toán.',
    'Khoản này lấy từ phí mint, không bao giờ từ tiền của bạn. Không có người mời, bạn vẫn trả mức phí như vậy.',
    'Các lệnh đã mint của bạn cũng được tính vào phần chia của quỹ nút và quỹ cấp, do phí mint đóng góp.',
    'Vòng thất bại hoặc bị hủy không trả gì cho người mời.',
  ],
};

export const confirmation: ConfirmationTexts = {
  'bind-inviter': ['Liên kết người mời vĩnh viễn: {superior}'],
  'bind-exchange-uid': ['Liên kết UID sàn vĩnh viễn: {uid}'],
  'auto-mint': [
    'Bật mint tự động không đặt mức tối đa mỗi vòng: mỗi vòng mở ra sẽ tham gia bằng toàn bộ số dư khả dụng, giữ lại {keep} JU.',
    'Tự tắt sau {stop} vòng thất bại (0: không bao giờ).',
    'Số vòng chưa quyết toán cùng lúc: {rounds} (0: không giới hạn).',
  ],
  nothingMoves: 'Không gửi giao dịch nào và không chuyển tiền.',
};
