import type { PushTexts } from '../push-texts.ts';

export const push: PushTexts = {
  opens: '새 라운드가 열렸습니다.',
  settled: '참여한 라운드가 정산되었습니다.',
  stage: '다음 단계 분이 지급되었습니다.',
  credited: '충전이 반영되었습니다.',
  'sign-in': '계정에 새 로그인이 있습니다. 본인이 아니면 종료하세요.',
  stop: '알림 중지',
};
