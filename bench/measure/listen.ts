import { connect, type Socket } from 'node:net';

/**
 * Connects `COUNT` plain sockets to `PORT`, asks each for `PATH`, and sends its parent 'connected' once all have an
 * answer, then 'received' whenever all have one more event that contains `filled`. Ends when its parent does.
 */
const [port = 0, path = '/', count = 0] = [Number(process.argv[2]), process.argv[3], Number(process.argv[4])];
const AT_ONCE = 250;
let receivedCount = 0;

for (let made = 0; made < count; made += AT_ONCE) {
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - made) }, listen));
}
process.send?.('connected');
process.once('disconnect', () => process.exit());

function listen(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.setEncoding('latin1').write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n`);
    socket.once('data', () => resolve(socket));
    socket.on('data', (text: string) => {
      if (!text.includes('filled')) return;
      receivedCount += 1;
      if (receivedCount % count === 0) process.send?.('received');
    });
    socket.once('error', reject);
  });
}
