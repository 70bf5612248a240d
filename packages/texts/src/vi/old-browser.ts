export const oldBrowser =
  'Trình duyệt này quá cũ nên không mở được City Mint. Hãy cập nhật trình duyệt hoặc thiết bị, hoặc dùng trình duyệt khác: {browsers} trở lên.';
