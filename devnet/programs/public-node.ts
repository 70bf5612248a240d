import { startPublicNode } from '../public-node.ts';

/** The way of other machines to the local chain: asks the node at RPC_URL what may be asked, on the port PORT. */
const { RPC_URL: nodeUrl, PORT: port } = process.env;
if (nodeUrl === undefined || port === undefined) throw new Error('RPC_URL and PORT must be set');

const node = await startPublicNode({ nodeUrl, port: Number(port) });
console.log(`open to other machines on port ${node.port}`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void node.stop().then(() => process.exit(0));
  });
}
