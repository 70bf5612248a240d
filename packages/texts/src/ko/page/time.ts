import type { Messages } from '../../messages.ts';

export const time: Messages['time'] = {
  range: {
    title: '기간으로 검색',
    presets: '자주 쓰는 기간',
    today: '오늘',
    lastWeek: '최근 7일',
    lastMonth: '최근 30일',
    start: '시작 시각',
    end: '종료 시각',
    year: '년',
    month: '월',
    day: '일',
    hour: '시',
    minute: '분',
    second: '초',
    clear: '지우기',
    apply: '적용',
    dateFirst: '먼저 연월일을 선택해 주세요',
    startMissing: '시작 시각을 선택해 주세요',
    endMissing: '종료 시각을 선택해 주세요',
    endNotAfterStart: '종료 시각은 시작 시각보다 늦어야 합니다',
  },
  yesterday: '어제',
  chart: { day: '날짜', value: '수량' },
};
