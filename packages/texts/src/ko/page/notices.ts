import type { Messages } from '../../messages.ts';

export const notices: Messages['notices'] = {
  region: '공지',
  dismiss: '이 공지 다시 보지 않기',
  kinds: { general: '알림', maintenance: '점검', important: '중요' },
  offer: '한국어로 읽으시겠습니까?',
  preview: {
    title: '미리보기: 아직 게시되지 않은 문구입니다',
    until: '{time}까지 유효합니다. 미리보기 중에는 로그인할 수 없으며 자금이 전송되지 않습니다.',
    end: '미리보기 종료',
    expired: '미리보기가 만료되었습니다. 게시된 문구가 표시됩니다.',
  },
};
