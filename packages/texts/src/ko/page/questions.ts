import type { Messages } from '../../messages.ts';

export const questions: Messages['questions'] = {
  title: '자주 묻는 질문',
  search: '질문 검색',
  searchExample: '예: 모집에 실패하면',
  nothing: '관련 질문이 없습니다',
  nothingText: '다른 단어로 검색하거나 아래 공식 채널로 문의해 주세요.',
  first: {
    'check-holdings': { question: '내 돈은 안전한가요', answer: '총액과 금고 잔액을 직접 대조할 수 있습니다' },
    failure: { question: '얼마나 잃을 수 있나요', answer: '라운드 조건에 한도가 명시됩니다' },
    fmc: { question: 'FMC는 언제 지급되나요', answer: '세 단계로 지급됩니다' },
  },
  figures: {
    title: '내 숫자로 계산해 보기',
    own: '최근 주문',
    example: '예시이며 내 주문이 아닙니다',
    exampleText: '{city}에 {amount} JU를 넣은 경우를 해당 라운드 조건과 현재 준비금으로 추정했습니다.',
    none: '라운드가 열리면 실제 조건을 사용한 예시가 여기에 표시됩니다.',
    minted: '목표를 채우면: 원금에서 수수료를 빼고 나머지를 돌려드립니다. FMC는 참여 비율만큼 단계별로 지급합니다.',
    failed:
      '목표를 채우지 못하면: 조건에 적힌 손실만 빼고 원금을 돌려드립니다. 준비금은 마지막 참여자부터 보상하며, 보상되지 않은 부분은 정해진 배수의 보상 해시파워로 바뀝니다.',
    cancelled: '라운드가 취소되면: 수수료와 손실 없이 원금을 전액 돌려드립니다.',
    open: '아직 정산되지 않은 라운드입니다. 아래는 추정치이며 정산 후 실제 결과를 표시합니다.',
    level: '레벨이 오르는 방법',
    levelText: '레벨은 최대 라인 제외 실적으로 정해집니다. 전체 실적에서 가장 큰 라인을 뺀 값입니다.',
  },
  channels: '문의하기',
  official: '공식 채널',
  noChannels: '아직 연락처가 없습니다',
  noChannelsText: '운영사가 공개하면 여기에 표시됩니다.',
  neverFirst: '저희는 먼저 메시지를 보내지 않으며, 복구 문구, 개인 키, 송금을 요구하지 않습니다.',
  signedBy: '위 채널은 운영자 두 명이 서명한 뒤 공개됩니다. 누구나 서명 기록을 확인할 수 있습니다.',
};
