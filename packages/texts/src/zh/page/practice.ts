export const practice = {
  title: '模拟一轮',
  text: '模拟资金，只在本设备上计算，不发送也不签名。条款与储备金取自 {city} 的轮次，其他参与者为虚构。',
  join: '用 {amount} 模拟 JU 参与',
  skip: '直接看结果',
  filled: '已募集',
  ofQuota: '目标 {quota} JU',
  joined: '您是第 {rank} 位',
  seeFailed: '看看失败时',
  seeMinted: '看看募满时',
  done: '完成',
  none: '还没有可模拟的轮次',
  noneText: '新轮次公布后，可以在这里模拟。',
};
