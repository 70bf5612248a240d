import type { Messages } from '../../messages.ts';

export const time: Messages['time'] = {
  range: {
    title: 'Lọc theo thời gian',
    presets: 'Khoảng thường dùng',
    today: 'Hôm nay',
    lastWeek: '7 ngày qua',
    lastMonth: '30 ngày qua',
    start: 'Bắt đầu',
    end: 'Kết thúc',
    year: 'Năm',
    month: 'Tháng',
    day: 'Ngày',
    hour: 'Giờ',
    minute: 'Phút',
    second: 'Giây',
    clear: 'Xóa',
    apply: 'Áp dụng',
    dateFirst: 'Hãy chọn năm, tháng, ngày trước',
    startMissing: 'Hãy chọn thời gian bắt đầu',
    endMissing: 'Hãy chọn thời gian kết thúc',
    endNotAfterStart: 'Thời gian kết thúc phải sau thời gian bắt đầu',
  },
  yesterday: 'Hôm qua',
  chart: { day: 'Ngày', value: 'Số lượng' },
};
