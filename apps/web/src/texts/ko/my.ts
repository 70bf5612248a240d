import type { Messages } from '#platform/i18n/messages.ts';

export const my: Messages['my'] = {
  title: '내 정보',
  proof: '준비금 증명',
  questions: '자주 묻는 질문',
  wallet: '지갑',
  connection: '연결 상태',
  settings: '설정',
  language: '언어',
  theme: '화면 모드',
  themes: { system: '시스템 설정', light: '라이트', dark: '다크' },
  about: '서비스 정보',
  disclosure: '위험 및 수수료',
  disclosureVersion: '버전 {version}',
  disclosureHash: '해시',
  signOut: '로그아웃',
  signOutTitle: '로그아웃할까요?',
  signOutText: '지갑 연결은 유지되며, 다음 작업 전에 다시 로그인해야 합니다.',
  signedOut: '로그아웃했습니다',
  settingsDone: '설정했습니다',
  loginUntil: '{time}까지 로그인 유지',
  noWallet: '연결된 지갑 없음',
};
