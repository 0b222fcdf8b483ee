import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'

const portOf = (serverUrl: string) => Number(new URL(serverUrl).port)

/** A simple load balancer that sends each new connection to the next of its servers. */
export async function startLoadBalancer() {
  const ports: number[] = []
  const open = new Set<Socket>()
  let turn = 0
  const balancer = createServer((caller) => {
    const server = connect(ports[turn++ % ports.length] ?? 0, 'localhost')
    open.add(caller)
    caller.once('close', () => open.delete(caller))
    // A cut connection ends the other side too; that is not an error of the balancer.
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
