export const notify = {
  title: '结算通知',
  states: {
    on: '已开启',
    off: '未开启',
    blocked: '被浏览器阻止',
    install: '需先添加到主屏幕',
    unsupported: '浏览器不支持',
  },
  text: '您参与的轮次一结算，这台设备就会通知您得到或收回多少。页面在后台也会通知；页面关闭后，下次打开时告诉您。',
  blockedText: '浏览器已阻止本站的通知。请点地址栏旁的图标，在网站设置中允许“通知”，然后回到这里。',
  installText: '请在 Safari 中点“分享”，选“添加到主屏幕”，再从主屏幕打开 City Mint，回到这里开启。',
  unsupportedText: '这个浏览器不能显示通知。结算结果仍会在页面打开时告诉您。',
  enable: '开启通知',
  disable: '关闭通知',
  turnedOn: '通知已开启',
  turnedOff: '通知已关闭',
  offer: '结算后通知我',
  body: {
    minted: '您得到 {amount} FMC',
    failed: '已返还 {amount} JU',
    cancelled: '本金 {amount} JU 已全部退回',
  },
};
