import type { Messages } from '../../messages.ts';

export const recipients: Messages['recipients'] = {
  title: '주소록',
  text: '이 기기에만 저장되며 로그아웃하면 삭제됩니다.',
  own: '내 지갑',
  unnamed: '이름 없음',
  used: '사용한 적 있는 주소',
  usedAt: '최근 사용 {date}',
  entered: '입력한 주소',
  name: '이름',
  nameHint: '최대 {most}자, 본인에게만 보입니다',
  nameThis: '이 주소에 이름 붙이기',
  rename: '이름 변경',
  save: '저장',
  remove: '삭제',
  removeTitle: '이 주소를 삭제할까요?',
  removeText: '이 기기에서만 삭제되며 출금 내역은 그대로입니다.',
  resembles: '이 주소는 알고 있는 주소와 앞뒤만 같고 가운데가 다릅니다. 가짜 주소일 수 있으니 한 글자씩 확인해 주세요.',
  similar: '비슷한 주소',
};
