import type { Messages } from '../../messages.ts';

export const price: Messages['price'] = {
  title: 'FMC 가격 추이',
  range: '기간',
  ranges: {
    day: '1일',
    week: '1주',
    month: '30일',
    year: '1년',
  },
  means: '평균과 등락률',
  mean: '평균',
  change: '등락률',
  oneHour: '1시간',
  spot: '풀 현재 가격',
  spotText: '거래 한 건으로도 움직이므로 등락률과 평가액에는 쓰지 않습니다.',
  source: '출처: JU/FMC 풀의 확정된 블록. 각 가격은 유지된 시간만큼 반영됩니다.',
  until: '{time} 기준 데이터',
  none: '아직 추이가 없습니다',
  noneText: '기간 전체의 가격을 알아야 표시하며, 나머지는 비워 둡니다.',
  changes: '풀 변동 {count}회',
  pick: '시점 선택',
};
