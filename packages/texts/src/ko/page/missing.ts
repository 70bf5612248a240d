import type { Messages } from '../../messages.ts';

export const missing: Messages['missing'] = {
  title: '페이지를 찾을 수 없습니다',
  text: '주소가 잘못되었거나 아직 열리지 않은 페이지입니다.',
  toHome: '홈으로',
};
