import { once } from 'node:events'

/** The inspector of a Node process that was started with `inspectable(port)` as its NODE_OPTIONS. */
export const inspectable = (port: number) => `--inspect=127.0.0.1:${port} --inspect-publish-uid=http`

/** Megabytes that the program holds on to: collects garbage first. Its native parts, such as sockets, are not in it. */
export async function memoryInUse(port: number): Promise<number> {
  const [target]: { webSocketDebuggerUrl: string }[] = JSON.parse(
    await (await fetch(`http://127.0.0.1:${port}/json/list`)).text(),
  )
  if (!target) throw new Error('There is nothing to inspect.')
  const inspector = new WebSocket(target.webSocketDebuggerUrl)
  await once(inspector, 'open')
  async function ask(method: string): Promise<unknown> {
    const answered = once(inspector, 'message')
    inspector.send(JSON.stringify({ id: 1, method }))
    const [{ data }] = await answered
    return JSON.parse(data).result
  }
  await ask('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = Object(await ask('Runtime.getHeapUsage'))
  inspector.close()
  return (usedSize + backingStorageSize) / 1024 / 1024
}
