import type { Messages } from '../../messages.ts';

export const notify: Messages['notify'] = {
  title: '精算の通知',
  states: {
    on: 'オン',
    off: 'オフ',
    blocked: 'ブラウザがブロック中',
    install: '先にホーム画面へ追加',
    unsupported: 'このブラウザは非対応',
  },
  text: '参加したラウンドが精算されると、受取額や返還額をこの端末に通知します。ページがバックグラウンドでも届きます。閉じている間の結果は、次に開いたときに表示します。',
  blockedText:
    'ブラウザがこのサイトの通知をブロックしています。アドレス横のアイコンからサイトの設定を開き、通知を許可してからここに戻ってください。',
  installText:
    'Safari で「共有」→「ホーム画面に追加」を選び、ホーム画面から City Mint を開いて、ここでオンにしてください。',
  unsupportedText: 'このブラウザでは通知を表示できません。結果はページを開いたときに表示します。',
  enable: '通知をオンにする',
  disable: '通知をオフにする',
  turnedOn: '通知をオンにしました',
  turnedOff: '通知をオフにしました',
  offer: '精算されたら通知する',
  body: {
    minted: '受取額は {amount} FMC です',
    failed: '{amount} JU を返還しました',
    cancelled: '元本 {amount} JU を全額返還しました',
  },
  push: {
    title: 'ページを閉じていても通知',
    text: 'ブラウザのプッシュサービスで暗号化して送ります。金額は含みません。通知のワンタップで停止できます。',
    events: {
      opens: 'ラウンドの開始',
      settled: 'ラウンドの決済',
      stage: '段階分の支払い',
      credited: 'チャージの反映',
      'sign-in': '新しいログイン',
    },
    failed: 'ブラウザのプッシュサービスが応答しません。後でもう一度お試しください。',
    saved: '保存しました',
  },
};
