import type { Messages } from '../../messages.ts';

export const diagnostics: Messages['diagnostics'] = {
  title: '진단 정보',
  show: '진단 정보 보기',
  hide: '진단 정보 숨기기',
  copy: '진단 정보 복사',
  note: '로그인 토큰, 서명, 요청 내용은 포함하지 않습니다.',
  release: '페이지 버전',
  device: '브라우저',
  chain: '체인',
  contracts: '컨트랙트',
  wallet: '지갑',
  stage: '세션 단계',
  live: '실시간 이벤트',
  calls: '최근 호출',
  noCalls: '아직 호출이 없습니다',
};
