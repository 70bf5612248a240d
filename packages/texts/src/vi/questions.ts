import { MAXIMUM_LOSS_BPS, MAXIMUM_MINT_FEE_BPS } from '@city-mint/domain/rounds/term-limits';
import { percentOf, type QuestionTexts } from '../question-texts.ts';

/** Questions and answers in Vietnamese; the same as in Chinese and English. */
export const questions: QuestionTexts = {
  round: {
    question: 'Một vòng mint thành phố diễn ra thế nào?',
    answer:
      'Mỗi vòng huy động JU cho một thành phố trong thời gian quy định. Các lệnh được xếp hạng theo ' +
      'thứ tự được chấp nhận. Nếu đủ hạn mức, vòng được mint: bạn nhận lại tiền gốc sau khi trừ phí ' +
      'mint, và FMC được chia theo số tiền tham gia trong ba đợt. Nếu hết giờ mà chưa đủ, vòng thất ' +
      'bại: bạn nhận lại tiền gốc sau khi trừ khoản lỗ. Mọi điều khoản được chốt và công bố kèm mã ' +
      'kiểm tra trước khi mở vòng, và bạn xác nhận chúng mỗi lần tham gia.',
  },
  fees: {
    question: 'Có những loại phí nào?',
    answer:
      `Vòng thành công thu phí mint. Mức phí ghi trong điều khoản của vòng và không bao giờ vượt ${percentOf(MAXIMUM_MINT_FEE_BPS)}%` +
      '. Vòng thất bại không thu phí, nhưng khoản lỗ ghi trong điều khoản sẽ bị trừ. Nạp và rút miễn ' +
      'phí; ví của bạn trả phí gas của mạng. Trang “Rủi ro và phí” cho biết phí mint được dùng vào đâu.',
  },
  failure: {
    question: 'Nếu vòng thất bại, tôi mất bao nhiêu và được bồi thường thế nào?',
    answer:
      `Khoản lỗ là tỷ lệ ghi trong điều khoản của vòng, tối đa ${percentOf(MAXIMUM_LOSS_BPS)}%. Khoản này trừ vào tiền gốc ` +
      'hoàn lại, bù đầy quỹ dự phòng tới mức trần của quỹ, và chỉ phần còn lại trả chi phí tổ chức ' +
      'vòng. Trước hết, mọi khoản hoàn tiền được trả. Sau đó quỹ dự ' +
      'phòng bồi thường bằng JU, bắt đầu từ lệnh tham gia cuối cùng, cho tới hết phần quỹ mà điều ' +
      'khoản dành cho một vòng thất bại. Các lệnh tham gia trong phần cuối của thời gian mở, như điều ' +
      'khoản nêu, được bồi thường sau tất cả lệnh khác. Bồi thường không bao giờ vượt khoản lỗ, và quỹ ' +
      'dự phòng có thể không còn tiền. Khoản lỗ không được bồi thường được đổi thành hashrate theo ' +
      'bội số ghi trong điều khoản. Hashrate không phải là tiền.',
  },
  cancel: {
    question: 'Tham gia rồi có hủy được không?',
    answer:
      'Không. Khi lệnh được chấp nhận, số tiền bị khóa cho tới khi vòng được mint hoặc thất bại. Nếu ' +
      'vòng bị hủy trước đó, toàn bộ được hoàn lại. Tiền gốc chỉ hoàn cho chính bạn và không bao giờ ' +
      'dùng để trả cho người khác.',
  },
  fmc: {
    question: 'FMC đến từ đâu?',
    answer:
      'Tổng lượng FMC cố định: tất cả được phát hành một lần khi ra mắt. Các vòng đã mint và máy đào ' +
      'chỉ giải phóng FMC từ tổng lượng đó cho tới khi hết. FMC của một vòng được trả trong ba đợt: ' +
      'đợt đầu khi quyết toán, đợt hai và ba vào thời điểm ghi trong điều khoản. Giá FMC không được ' +
      'bảo đảm và có thể trở nên vô giá trị.',
  },
  rewards: {
    question: 'Phần thưởng lấy tiền từ đâu?',
    answer:
      'Mọi phần thưởng được trả từ tiền đã có. Thưởng mời, nút và cấp đến từ phí của các vòng đã mint, ' +
      'phần chia thặng dư và bồi thường đến từ quỹ dự phòng, FMC đến từ tổng lượng có hạn. Phần mà ' +
      'nguồn không đủ thì không được trả, và không vay từ các vòng sau. Tiền gốc của người tham gia ' +
      'không bao giờ dùng để trả thưởng.',
  },
  'auto-mint': {
    question: 'Mint tự động làm gì?',
    answer:
      'Khi bật mint tự động, số dư khả dụng của bạn tham gia mỗi vòng ngay khi mở, trước những người ' +
      'khác. Bạn có thể đặt số tiền giữ lại, mức tối đa mỗi vòng và số vòng thất bại để tự tắt. Tiền ' +
      'trả về từ một vòng sẽ vào vòng sau cho tới khi bạn tắt. Mặc định là tắt, và mỗi lần tham gia ' +
      'hoặc bỏ qua đều được ghi lại cùng lý do.',
  },
  recharge: {
    question: 'Khi nào khoản nạp được ghi có?',
    answer:
      'Ví của bạn gửi tiền vào hợp đồng kho quỹ trên blockchain. Cho tới khi khối chứa giao dịch là ' +
      'cuối cùng, khoản nạp hiển thị là đang xử lý cùng số xác nhận và chưa tính vào số dư. Khi khối ' +
      'đã là cuối cùng, khoản nạp được ghi có và việc sắp xếp lại blockchain không thể đảo ngược.',
  },
  withdrawal: {
    question: 'Rút tiền hoạt động thế nào, và phiếu duyệt là gì?',
    answer:
      'Khi bạn yêu cầu rút, số tiền được đóng băng trước. Sau đó hệ thống ký một phiếu duyệt có hiệu ' +
      'lực 20 phút. Ví của chính bạn gửi phiếu tới hợp đồng kho quỹ và được trả tiền; ví khác không ' +
      'dùng được. Phiếu được ký tối đa ba lần, luôn cùng một số, và hợp đồng chỉ trả mỗi số một lần. ' +
      'Nếu không dùng, số tiền quay về số dư khả dụng sau hạn cuối, khi blockchain xác nhận chưa trả ' +
      'gì; phiếu hết hạn khi chưa dùng khiến bạn phải chờ trước lần rút tiếp theo. Trang hiển thị các ' +
      'giới hạn và phần còn lại hôm nay. Khoản rút lớn có thể cần hai người phê duyệt, và rút về địa ' +
      'chỉ mới có thể có thời gian chờ.',
  },
  'hash-power': {
    question: 'Làm sao để nhận hashrate bồi thường?',
    answer:
      'Trước lần nhận đầu tiên, hãy liên kết UID sàn: sàn cho bạn một mã dành cho địa chỉ của bạn, bạn ' +
      'gửi mã cùng UID và ký bằng ví. Liên kết có hiệu lực khi sàn xác nhận và sau đó bạn không đổi ' +
      'được; liên kết sai chỉ hai nhà vận hành cùng thực hiện mới gỡ được. Hashrate đã nhận trở ' +
      'thành máy đào. Từ ngày UTC kế tiếp cho tới khi hết hạn, máy nhận một phần FMC phát hành mỗi ' +
      'ngày, theo tỷ lệ trên tổng hashrate. Khi tổng hashrate còn thấp, lượng phát hành trong ' +
      'ngày giảm theo tỷ lệ; mức hashrate cần để phát hành đủ được ghi ở trang máy đào của bạn. ' +
      'Sàn cũng được thông báo. Sau lần nhận đầu tiên, hashrate tiếp theo được nhận tự động.',
  },
  inviter: {
    question: 'Người mời của tôi nhận được gì?',
    answer:
      'Người mời chỉ đặt một lần và không đổi được. Nếu người mời đã từng có lệnh được quyết toán, họ ' +
      'nhận một phần phí bạn trả khi vòng được mint. Phí của bạn không vì thế mà cao hơn, và người mời ' +
      'không nhận gì từ vòng thất bại. Điều khoản của mỗi vòng nêu rõ có phần thưởng này hay không. ' +
      'Bạn không bao giờ phải mời ai để lấy lại tiền của chính mình.',
  },
  'check-settlement': {
    question: 'Làm sao kiểm tra quyết toán của một vòng?',
    answer:
      'Mỗi vòng đã quyết toán đều công bố tệp quyết toán gồm điều khoản, quỹ dự phòng, thứ hạng và số ' +
      'tiền của mọi lệnh, cùng kết quả. Ai cũng có thể tính lại từ dữ liệu này bằng chương trình đã ' +
      'công bố (lệnh settle) và đối chiếu từng đơn vị. Chi tiết lệnh của bạn cũng có bằng chứng rằng ' +
      'lệnh đó nằm trong quyết toán.',
  },
  'check-holdings': {
    question: 'Làm sao kiểm tra số dư của tôi có tiền bảo đảm?',
    answer:
      'Hệ thống thường xuyên công bố tổng số nợ người dùng và các quỹ, mã kiểm tra của ' +
      'tổng đó, và số dư của hợp đồng kho quỹ tại cùng khối, ai cũng kiểm tra được trên blockchain. ' +
      'Khi đăng nhập, bạn lấy được các lá và đường dẫn của mình để kiểm tra số dư đã nằm trong tổng. ' +
      'Số dư của bạn được tính thành bốn phần ngẫu nhiên nên người khác không đọc được từ đường dẫn ' +
      'của họ.',
  },
  profit: {
    question: 'Lợi nhuận có được bảo đảm không?',
    answer:
      'Không. Con số dự kiến không phải lời hứa. Vòng có thể thất bại và bạn mất một phần tiền gốc. ' +
      'Trường hợp xấu nhất luôn hiển thị cạnh mỗi con số dự kiến. Vui lòng đọc trang “Rủi ro và phí” ' +
      'trước khi tham gia.',
  },
};
