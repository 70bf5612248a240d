export const questions = {
  title: '常见问题',
  search: '搜索问题',
  searchExample: '如：没募满会怎样',
  nothing: '没有找到相关问题',
  nothingText: '换个说法试试，或通过下面的官方渠道联系我们。',
  first: {
    'check-holdings': { question: '钱安全吗', answer: '总额与金库余额可以自行核对' },
    failure: { question: '会亏多少', answer: '每轮条款写明上限' },
    fmc: { question: 'FMC 何时发放', answer: '分三个阶段' },
  },
  channels: '联系我们',
  official: '官方渠道',
  noChannels: '暂无联系方式',
  noChannelsText: '运营方公布后会显示在这里。',
  neverFirst: '我们不会主动私信您，也不会索要助记词、私钥或转账。',
  signedBy: '以上渠道由两位运营人员签名后公布，任何人都可以核对签名记录。',
};
