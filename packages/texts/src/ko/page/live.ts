import type { Messages } from '../../messages.ts';

export const live: Messages['live'] = {
  place: '{city} · 페이즈 {phase} · 라운드 {number}',
  title: { minted: '민트 성공', failed: '민트 실패', cancelled: '라운드 취소' },
  headline: { minted: '받는 금액', failed: '반환 금액', cancelled: '원금 전액 반환' },
  stages: '{paid} FMC 지급됨, {due} FMC는 단계별 지급',
  allPaid: 'FMC가 모두 지급되었습니다',
  net: 'JU 손익',
  joined: '투입 금액',
  principal: '원금 반환',
  refund: '환불',
  loss: '손실',
  compensation: '준비금 보상',
  hashPower: '보상 해시파워 (수령 대기)',
  hashClaimed: '보상 해시파워 (수령 완료)',
  failedNote:
    '모집 한도에 도달하지 못했습니다. 먼저 원금을 환불하고, 이어서 마지막에 참여한 주문부터 준비금으로 손실을 보상합니다.',
  failedNoteLate:
    '모집 한도에 도달하지 못했습니다. 먼저 원금을 환불하며, 마감 직전에 참여한 주문은 다른 모든 주문 다음에 보상합니다.',
  nothingLost: '준비금이 손실을 전액 보상했습니다',
  cancelledNote: '수수료도 손실도 없습니다.',
  nextOpens: '다음 라운드 시작까지',
  nextCloses: '다음 라운드 모집 중, 남은 시간',
  showOrder: '주문 보기',
  showNext: '다음 라운드 보기',
  share: '이미지로 공유',
  shareFailed: '이미지를 만들지 못했습니다',
  done: '확인',
  banner: { minted: '{city} 민트 성공', failed: '{city} 민트 실패', cancelled: '{city} 라운드 취소' },
  bannerMany: '{count}개 라운드 정산 완료',
  show: '보기',
  dismiss: '알림 닫기',
};
