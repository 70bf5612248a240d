import type { MailTexts } from '../mail-texts.ts';

export const mail: MailTexts = {
  confirm: {
    subject: 'City Mint 알림을 받을 이메일 주소 확인',
    text: '링크를 열고 "확인"을 한 번 누르면 이 주소로 알림이 전송됩니다:',
    expires: '링크는 하루 동안 유효하며 한 번만 사용할 수 있습니다.',
    stranger: '직접 입력하지 않았다면 이 이메일을 무시하세요. 확인하지 않으면 알림이 전송되지 않습니다.',
  },
  open: 'City Mint에서 보기:',
  stop: '이메일을 중지하려면 링크를 열고 한 번 누르세요:',
};
