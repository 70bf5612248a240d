import type { Messages } from '../../messages.ts';

export const proof: Messages['proof'] = {
  title: 'Bằng chứng dự trữ',
  gate: 'Sau khi đăng nhập, thiết bị của bạn tự kiểm tra rằng số dư của bạn nằm trong bằng chứng dự trữ này.',
  promise: 'Tổng số nợ người dùng và các quỹ, so với tài sản hợp đồng kho quỹ nắm giữ tại cùng một khối.',
  coverOf: 'Tỷ lệ dự trữ {currency}',
  held: 'Kho quỹ',
  owedShort: 'Phải trả',
  none: 'Chưa có bằng chứng dự trữ',
  noneText: 'Bằng chứng đầu tiên sẽ hiện ở đây khi được tạo.',
  mine: 'Số dư của tôi nằm trong tổng',
  owed: 'Chi tiết theo loại tiền',
  total: 'Tổng phải trả',
  atBlock: 'Kho quỹ (khối {block})',
  now: 'Kho quỹ hiện tại (thiết bị này đọc)',
  reading: 'Đang đọc dữ liệu on-chain',
  leaves: 'Số lá được tính',
  madeAt: 'Thời gian tạo',
  root: 'Mã kiểm tra',
  transaction: 'Xem giao dịch on-chain',
  anchoring: {
    waiting: 'Chờ lên chuỗi',
    sent: 'Đang lên chuỗi',
    final: 'Đã lên chuỗi',
    superseded: 'Đã có mã mới hơn',
    conflicting: 'Mã trên chuỗi không khớp',
  },
  settled: 'Các vòng đã quyết toán',
  check: {
    included: 'Có trong mã kiểm tra trên chuỗi, đã xác minh trên thiết bị này',
    onChain: 'Hợp đồng trên chuỗi có cùng kết quả này',
    pending: 'Khớp đến mã kiểm tra, mã chưa lên chuỗi',
    unread: 'Không đọc được chuỗi nên chưa xác minh',
    nothing: 'Không có số dư khi tạo',
    broken: 'Xác minh không đạt',
    how: 'Số dư của bạn được chia ngẫu nhiên thành bốn phần. Thiết bị này tính lại từng bước từ lá đến mã kiểm tra; thay đổi sau đó sẽ có trong bằng chứng tiếp theo.',
    brokenText: 'Bằng chứng không khớp với mã kiểm tra đã công bố. Hãy chụp màn hình và liên hệ qua kênh chính thức.',
    own: 'Lúc {time} tài khoản của bạn có đúng số dư này.',
    inPart: 'Phần do các vòng giữ chưa đối chiếu vì sau đó số dư của bạn đã thay đổi.',
    paying: 'Khi đó một vòng đang trả cho bạn nên chưa đối chiếu; bằng chứng tiếp theo sẽ đối chiếu.',
    moved:
      'Số dư của bạn thay đổi trong những phút đó nên chưa đối chiếu với tài khoản; bằng chứng tiếp theo sẽ đối chiếu.',
    ownUnread: 'Không đối chiếu được với số dư tài khoản khi đó nên chưa xác minh',
    ownText:
      'Bằng chứng tính số dư khác với số dư tài khoản của bạn khi đó. Hãy chụp màn hình và liên hệ với chúng tôi qua kênh chính thức.',
    asked: 'Mã kiểm tra trên chuỗi được đọc từ {nodes, plural, other {#}} nút.',
    differsText:
      'Mã kiểm tra, tổng hoặc khối trong hợp đồng khác với máy chủ nói. Hãy chụp màn hình và liên hệ qua kênh chính thức.',
    notOnChain: 'Hợp đồng có kết quả khác với kết quả đã công bố. Hãy chụp màn hình và liên hệ qua kênh chính thức.',
    nodesText:
      'Các nút của chuỗi trả lời khác nhau nên không xác minh được. Hãy xem lại sau; nếu vẫn vậy, hãy chụp màn hình và liên hệ qua kênh chính thức.',
  },
  exit: {
    title: 'Rời đi không cần chúng tôi',
    text: 'Nếu trong 14 ngày không thể rút tiền, hoặc không có bằng chứng mới lên chuỗi, bất kỳ ai cũng có thể bắt đầu quá trình thoát. Khi đó hợp đồng trả thẳng vào ví của bạn theo tệp này, không cần trang web và máy chủ của chúng tôi. Nếu chỉ mình bạn bị từ chối, tệp này cũng dùng để đòi số dư trên chuỗi.',
    download: 'Tải tệp thoát',
    asOf: 'Tính đến khối {block}, đã đối chiếu với hợp đồng',
    keyOnly: 'Hiện tệp chỉ có khóa thoát của bạn: cùng với cây bằng chứng đã công bố thì như vậy là đủ.',
    waiting: 'Có thể tải tệp mới hơn khi bằng chứng mới nhất đã lên chuỗi.',
    refused: 'Bằng chứng mới nhất không được xác minh nên tệp của nó không được cung cấp.',
    nothing: 'Bạn không có số dư trong bằng chứng mới nhất nên chưa có gì để nhận lại.',
    howWhat:
      'Với tệp này và ví của bạn, bạn có thể lấy tài sản khỏi hợp đồng kho quỹ mà không cần trang web và máy chủ của City Mint.',
    howWhen:
      'Sau 14 ngày không rút được tiền, hoặc không có bằng chứng mới trên chuỗi, bất kỳ ai cũng có thể bắt đầu quá trình thoát. Sau đó mỗi tài khoản nhận lại mỗi loại tiền một lần.',
    howRun:
      'Mở exit/index.html của bản phát hành trong trình duyệt, hoặc chạy: node verify.mjs exit FILE --node URL. Cả hai đều xác minh tệp này và nêu các giao dịch cần gửi.',
    howRefused:
      'Nếu người khác rút được tiền mà chỉ mình bạn bị từ chối, hãy gửi giao dịch yêu cầu thanh toán do trang hoặc chương trình đó đưa ra: trong 14 ngày số dư khả dụng của bạn được trả để bạn nhận, nếu không bất kỳ ai cũng có thể bắt đầu quá trình thoát vì việc này.',
    howNewest:
      'Chỉ bằng chứng mới nhất trong hợp đồng mới được thanh toán. Nếu bằng chứng đó mới hơn tệp này, bạn cần thêm cây đã công bố của nó, ai cũng có thể lưu giữ cây này; khóa trong tệp không thay đổi. Hãy giữ tệp cùng verify.mjs hoặc trang exit.',
    howKeep:
      'Tệp có số dư của bạn nên đừng công khai. Tệp không thể chuyển tài sản: chỉ giao dịch từ chính tài khoản của bạn mới có hiệu lực.',
  },
  journal: {
    title: 'Nhật ký sổ cái',
    reach: 'Mục mới nhất trên chuỗi',
    block: 'Nằm trong khối',
    at: 'Thời điểm lên chuỗi',
    run: 'Mỗi giao dịch chuyển được niêm phong vào nhật ký trong vài giây, và mỗi mã kiểm tra bao gồm mã trước đó. Với verify.mjs trong bản phát hành, ai cũng có thể tính lại từ khối đó và đối chiếu với hợp đồng:',
  },
  history: { title: 'Khoản phải trả và kho quỹ theo thời gian', pick: 'Chọn ngày', older: 'Những ngày trước' },
  operator: {
    log: 'Nhật ký vận hành',
    title: 'Sổ sách của đơn vị vận hành',
    fromSuccesses: 'Từ vòng thành công',
    fromFailures: 'Từ vòng thất bại',
    paidOut: 'Đã trả',
    left: 'Số dư hiện có',
    payouts: 'Lịch sử chi trả',
    noPayouts: 'Chưa có khoản nào trả cho đơn vị vận hành.',
    approved: '{one} đề xuất, {other} phê duyệt',
    states: { approved: 'Đã duyệt', signed: 'Chờ nhận', completed: 'Đã thanh toán', returned: 'Đã hoàn lại' },
  },
};
