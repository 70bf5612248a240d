import type { Messages } from '#platform/i18n/messages.ts';

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
  channels: '문의하기',
  official: '공식 채널',
  noChannels: '아직 연락처가 없습니다',
  noChannelsText: '운영사가 공개하면 여기에 표시됩니다.',
  neverFirst: '저희는 먼저 메시지를 보내지 않으며, 복구 문구, 개인 키, 송금을 요구하지 않습니다.',
  signedBy: '위 채널은 운영자 두 명이 서명한 뒤 공개됩니다. 누구나 서명 기록을 확인할 수 있습니다.',
};
