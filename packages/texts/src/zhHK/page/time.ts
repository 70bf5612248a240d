import type { Messages } from '../../messages.ts';

export const time: Messages['time'] = {
  range: {
    title: '按時間篩選',
    presets: '常用時段',
    today: '今日',
    lastWeek: '近 7 日',
    lastMonth: '近 30 日',
    start: '開始時間',
    end: '結束時間',
    year: '年',
    month: '月',
    day: '日',
    hour: '時',
    minute: '分',
    second: '秒',
    clear: '清除',
    apply: '套用',
    dateFirst: '請先選擇年、月、日',
    startMissing: '請選擇開始時間',
    endMissing: '請選擇結束時間',
    endNotAfterStart: '結束時間必須遲於開始時間',
  },
  yesterday: '昨日',
  chart: { day: '日期', value: '數量' },
};
