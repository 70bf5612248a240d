import type { Messages } from '../../messages.ts';

export const notify: Messages['notify'] = {
  title: '정산 알림',
  states: {
    on: '켜짐',
    off: '꺼짐',
    blocked: '브라우저에서 차단됨',
    install: '홈 화면에 먼저 추가',
    unsupported: '지원하지 않는 브라우저',
  },
  text: '참여한 라운드가 정산되면 받는 금액이나 반환 금액을 이 기기에서 바로 알려 드립니다. 페이지가 백그라운드에 있어도 알립니다. 페이지를 닫은 동안의 결과는 다음에 열 때 표시합니다.',
  blockedText:
    '브라우저가 이 사이트의 알림을 차단했습니다. 주소 옆 아이콘을 눌러 사이트 설정에서 알림을 허용한 뒤 다시 돌아와 주세요.',
  installText:
    'Safari에서 공유를 누르고 ‘홈 화면에 추가’를 선택한 뒤, 홈 화면에서 City Mint를 열어 여기에서 켜 주세요.',
  unsupportedText: '이 브라우저는 알림을 표시할 수 없습니다. 결과는 페이지를 열 때 계속 표시합니다.',
  enable: '알림 켜기',
  disable: '알림 끄기',
  turnedOn: '알림을 켰습니다',
  turnedOff: '알림을 껐습니다',
  offer: '정산되면 알림 받기',
  body: {
    minted: '받는 금액: {amount} FMC',
    failed: '{amount} JU가 반환되었습니다',
    cancelled: '원금 {amount} JU가 전액 반환되었습니다',
  },
  push: {
    title: '페이지를 닫아도 알림',
    text: '브라우저의 푸시 서비스로 암호화되어 전송되며 금액은 포함하지 않습니다. 알림에서 한 번 눌러 중지할 수 있습니다.',
    events: {
      opens: '라운드 시작',
      settled: '라운드 정산',
      stage: '단계 지급',
      credited: '충전 반영',
      'sign-in': '새 로그인',
    },
    failed: '브라우저의 푸시 서비스가 응답하지 않습니다. 나중에 다시 시도하세요.',
    saved: '저장됨',
  },
};
