import type { Messages } from '../../messages.ts';

export const price: Messages['price'] = {
  title: 'Diễn biến giá FMC',
  range: 'Khoảng thời gian',
  ranges: {
    day: '1 ngày',
    week: '1 tuần',
    month: '30 ngày',
    year: '1 năm',
  },
  means: 'Trung bình và biến động',
  mean: 'Trung bình',
  change: 'Biến động',
  oneHour: '1 giờ',
  spot: 'Giá hiện tại của bể',
  spotText: 'Chỉ một giao dịch cũng làm giá này thay đổi, nên không dùng để tính biến động hay giá trị.',
  source: 'Nguồn: các khối đã chốt của bể JU/FMC; mỗi mức giá được tính theo thời gian nó duy trì.',
  until: 'Dữ liệu đến {time}',
  none: 'Chưa có biểu đồ',
  noneText: 'Giá chỉ hiện khi đã biết trọn khoảng thời gian; phần còn lại để trống.',
  changes: '{count} lần bể thay đổi',
  pick: 'Chọn thời điểm',
};
