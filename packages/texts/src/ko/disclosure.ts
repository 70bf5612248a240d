import type { ConfirmationTexts, DisclosureTexts, InviterNoticeTexts } from '../disclosure-texts.ts';

/** The disclosure in Korean. */
export const disclosure: DisclosureTexts = {
  operator: {
    title: '운영사',
    text:
      'City Mint는 {operatorName}에서 운영합니다. 문의: {operatorContact}. 입금하신 자금은 블록체인의 스마트 계약에 보관되며, 본인의 지갑으로만 출금할 수' +
      ' 있습니다.',
  },
  nothingOffered: {
    title: '수수료와 풀',
    text: '현재 참여할 수 있는 라운드가 없습니다. 각 라운드의 조건은 참여 전에 모두 표시됩니다.',
  },
  fees: {
    title: '수수료',
    text: '라운드가 성공하면 {mintFeeBps}의 민트 수수료를 뺀 원금이 반환됩니다. 네트워크 수수료(가스)는 본인의 지갑에서 지불합니다.',
  },
  feeUse: {
    title: '민트 수수료의 사용처',
    text:
      '각 민트 수수료 중 {referralBps}는 초대 보상, {nodesBps}는 노드 풀, {levelsBps}는 레벨 풀, {treasuryBps}는 운영사에 배분됩니다. 나머지는 ' +
      '준비금으로 들어가 실패한 라운드를 보상하는 데 쓰입니다.' +
      ' 라운드의 수수료로 준비금이 상한을 넘게 되는 부분은 그 라운드의 참여자에게 배분됩니다. 상한은 ' +
      '운영자 두 명이 함께 정하며, 하루에 최대 두 배까지만 올릴 수 있습니다.',
  },
  worstCase: {
    title: '최악의 경우',
    text:
      '라운드가 실패하면 {lossBps}의 손실을 뺀 원금이 반환됩니다. 준비금은 마지막에 참여한 주문부터 보상하지만, 모집 시간의 마지막 {lateBps}에 참여한 주문은 다른 모든 주문' +
      ' 다음 순서입니다. 실패 한 번에 사용하는 준비금은 최대 {reserveDrawBps}이며, 보상은 본인의 손실을 넘지 않습니다. 준비금이 없을 수도 있습니다. 보상되지 않은 손실은 ' +
      '{compensationTimesBps}배의 해시파워로 전환됩니다. 해시파워는 돈이 아닙니다. 매일 방출되는 FMC를 비율에 따라 채굴하며, 전체 해시파워가 적은 날에는 방출량도 줄어' +
      '듭니다. 정산 전에 취소된 라운드는 원금 전액을 반환합니다.',
  },
  operatorEarns: {
    title: '운영사의 수입',
    text:
      '운영사는 각 민트 수수료의 {treasuryBps}를 받습니다. 실패한 라운드의 손실은 준비금을 한도까지 채우고, 나머지만 해당 라운드의 준비 비용을 지불합니다. 두 가지는 따로 공개되며, 운영사에 지급된 모든 금액도 ' +
      '액수, 용도, 승인자와 함께 공개됩니다. 운영사는 그 밖에 원금에서 어떤 것도 가져가지 않습니다.',
  },
  rewards: {
    title: '보상의 재원',
    text:
      '회원님의 원금이 다른 사람에게 지급되는 일은 없습니다. 보상은 민트 수수료, 준비금 또는 한정된 FMC 발행량에서 지급됩니다. 재원이 부족하면 부족한 만큼 지급되지 않습니다. FMC의' +
      ' 가격은 보장되지 않으며 0이 될 수도 있습니다.',
  },
  noPromises: {
    title: '약속하지 않는 것',
    text: '수익은 보장되지 않으며, 예상은 약속이 아닙니다. 접수된 참여는 취소할 수 없습니다. 본인의 돈을 돌려받기 위해 누군가를 초대할 필요는 전혀 없습니다.',
  },
};

export const inviterNotice: InviterNoticeTexts = {
  share:
    '참여한 라운드가 민트되면 초대자는 민트 수수료의 {referralBps}를 받습니다. 민트 수수료는 투입 금액의 {mintFeeBps}입니다.',
  shareUnknown:
    '참여한 라운드가 민트되면 초대자는 민트 수수료의 일부를 받습니다. 두 비율은 각 라운드의 조건에 명시됩니다.',
  conditions: [
    '초대자 본인의 주문이 정산된 적이 있어야 이 보상을 받을 수 있습니다.',
    '보상은 민트 수수료에서 지급되며, 회원님의 자금에서 지급되는 일은 없습니다. 초대자가 없어도 수수료는 같습니다.',
    '민트된 주문은 민트 수수료를 재원으로 하는 노드 풀과 레벨 풀의 배분에도 반영됩니다.',
    '실패하거나 취소된 라운드에서는 초대자가 아무것도 받지 않습니다.',
  ],
};

export const confirmation: ConfirmationTexts = {
  'bind-inviter': ['초대자를 영구 등록: {superior}'],
  'bind-exchange-uid': ['거래소 UID를 영구 연결: {uid}'],
  'auto-mint': [
    '라운드당 한도 없이 자동 민트를 켭니다. 라운드가 열릴 때마다 {keep} JU를 남기고 사용 가능 잔액 전부로 참여합니다.',
    '실패한 라운드가 {stop}회가 되면 자동으로 꺼집니다 (0은 무제한).',
    '정산 전 라운드에 동시에 {rounds}개까지 참여합니다 (0은 무제한).',
  ],
  nothingMoves: '거래를 보내지 않으며 자금도 이동하지 않습니다.',
};
