import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'

const portOf = (serverUrl: string) => Number(new URL(serverUrl).port)

/** Sends each new connection to the next of its servers, as the simplest load balancer there is. */
export async function startLoadBalancer() {
  const ports: number[] = []
  const open = new Set<Socket>()
  let turn = 0
  const balancer = createServer((caller) => {
    const server = connect(ports[turn++ % ports.length] ?? 0, 'localhost')
    open.add(caller)
    caller.once('close', () => open.delete(caller))
    // A side that is cut takes the other with it; that is no error of the balancer's.
    pipeline(caller, server, caller, () => {})
  }).listen(0, '127.0.0.1')
  await once(balancer, 'listening')
  const address = balancer.address()
  return {
    url: `http://localhost:${typeof address === 'object' && address ? address.port : 0}`,
    add: (serverUrl: string) => ports.push(portOf(serverUrl)),
    remove: (serverUrl: string) => ports.splice(ports.indexOf(portOf(serverUrl)), 1),
    async stop() {
      for (const socket of open) socket.destroy()
      balancer.close()
      await once(balancer, 'close')
    },
  }
}
