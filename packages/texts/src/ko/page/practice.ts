import type { Messages } from '../../messages.ts';

export const practice: Messages['practice'] = {
  title: '라운드 체험',
  text: '모의 자금입니다. 이 기기에서만 계산하며 전송도 서명도 없습니다. 약관과 준비금은 {city} 라운드의 것이고, 다른 참여자는 가상입니다.',
  join: '모의 {amount} JU로 참여',
  skip: '결과 보기',
  filled: '모집됨',
  ofQuota: '목표 {quota} JU',
  joined: '{rank}번째로 참여했습니다',
  seeFailed: '실패 보기',
  seeMinted: '성공 보기',
  done: '완료',
  none: '체험할 라운드가 아직 없습니다',
  noneText: '라운드가 공개되면 여기서 체험할 수 있습니다.',
};
