import type { Messages } from '../../messages.ts';

export const time: Messages['time'] = {
  range: {
    title: '期間で絞り込む',
    presets: 'よく使う期間',
    today: '今日',
    lastWeek: '過去 7 日間',
    lastMonth: '過去 30 日間',
    start: '開始日時',
    end: '終了日時',
    year: '年',
    month: '月',
    day: '日',
    hour: '時',
    minute: '分',
    second: '秒',
    clear: 'クリア',
    apply: '適用',
    dateFirst: '先に年月日を選択してください',
    startMissing: '開始日時を選択してください',
    endMissing: '終了日時を選択してください',
    endNotAfterStart: '終了日時は開始日時より後にしてください',
  },
  yesterday: '昨日',
  chart: { day: '日付', value: '数量' },
};
