import type { Messages } from '../../messages.ts';

export const time: Messages['time'] = {
  range: {
    title: 'กรองตามเวลา',
    presets: 'ช่วงเวลาที่ใช้บ่อย',
    today: 'วันนี้',
    lastWeek: '7 วันล่าสุด',
    lastMonth: '30 วันล่าสุด',
    start: 'เวลาเริ่มต้น',
    end: 'เวลาสิ้นสุด',
    year: 'ปี',
    month: 'เดือน',
    day: 'วัน',
    hour: 'ชม.',
    minute: 'นาที',
    second: 'วินาที',
    clear: 'ล้าง',
    apply: 'ใช้',
    dateFirst: 'เลือกปี เดือน และวันก่อน',
    startMissing: 'เลือกเวลาเริ่มต้น',
    endMissing: 'เลือกเวลาสิ้นสุด',
    endNotAfterStart: 'เวลาสิ้นสุดต้องอยู่หลังเวลาเริ่มต้น',
  },
  yesterday: 'เมื่อวาน',
  chart: { day: 'วันที่', value: 'จำนวน' },
};
