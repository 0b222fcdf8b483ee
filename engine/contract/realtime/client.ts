import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { createClient, type RealtimeChannel } from '@supabase/supabase-js'
import { expect, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { engine } from '../engine.ts'
import { person } from '../people.ts'
import { clientOptions } from '../rest/client.ts'

export type Where = { url: string; anonKey: string }
type Realtime = NonNullable<NonNullable<Parameters<typeof createClient>[2]>['realtime']>

type Connection = { removeAllChannels(): Promise<unknown>; realtime: { disconnect(): unknown } }

/** Closes the client's connection at the end of the test. */
function untilFinished<Client extends Connection>(client: Client): Client {
  onTestFinished(async () => {
    await client.removeAllChannels()
    client.realtime.disconnect()
  })
  return client
}

/** A client without a signed-in user. */
export function visitor(realtime: Realtime = {}, { url, anonKey }: Where = engine) {
  return untilFinished(createClient(url, anonKey, { ...clientOptions, realtime }))
}

/** A client that keeps using one token. */
export function bearer(token: string, realtime: Realtime = {}, { url, anonKey }: Where = engine) {
  return untilFinished(createClient(url, anonKey, { ...clientOptions, realtime, accessToken: async () => token }))
}

/** A new user whose channels are authenticated from the first join on. */
export async function somebody() {
  const who = await person()
  untilFinished(who.client)
  await who.client.realtime.setAuth()
  return who
}

/** Subscribes, and collects the channel's states with the messages of its errors. */
export async function join(channel: RealtimeChannel, state = 'SUBSCRIBED', timeout?: number) {
  const states: string[] = []
  const errors: string[] = []
  channel.subscribe((status, error) => {
    states.push(status)
    if (error) errors.push(error.message)
  }, timeout)
  await expect.poll(() => states, { timeout: 20_000, interval: 10 }).toContain(state)
  return { states, errors }
}

/** Collects the server's system messages about the channel. */
export function collectSystemMessages(channel: RealtimeChannel) {
  const messages: string[] = []
  channel.on('system', {}, ({ message }) => messages.push(message))
  return messages
}

export const topic = () => `room:${crypto.randomUUID()}`

/** A proxy to the server whose connections the test can cut or silence. */
export async function unreliableProxy() {
  const { hostname, port } = new URL(engine.url)
  const lines = new Set<{ near: Socket; far: Socket; isDeaf: boolean }>()
  let opened = 0
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname)
    const line = { near, far, isDeaf: false }
    lines.add(line)
    opened += 1
    const end = () => {
      near.destroy()
      far.destroy()
      lines.delete(line)
    }
    for (const side of [near, far]) side.on('error', end).on('close', end)
    near.on('data', (bytes) => far.write(bytes))
    far.on('data', (bytes) => line.isDeaf || near.write(bytes))
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const cut = () => {
    for (const { near, far } of lines) for (const side of [near, far]) side.destroy()
  }
  onTestFinished(() => {
    cut()
    proxy.close()
  })
  return {
    where: { url, anonKey: engine.anonKey },
    opened: () => opened,
    cut,
    deafen() {
      for (const line of lines) line.isDeaf = true
    },
  }
}

export const realtimeAddress = (query: string, { url }: Where = engine) =>
  `${url.replace(/^http/, 'ws')}/realtime/v1/websocket?${query}`

/** A socket that sends raw frames; `heard` are the text frames received. */
export async function rawSocket(where: Where = engine, key = where.anonKey, headers: Record<string, string> = {}) {
  const socket = new WebSocket(realtimeAddress(`vsn=2.0.0&apikey=${key}`, where), { headers })
  onTestFinished(() => socket.terminate())
  const heard: unknown[] = []
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  socket.on('message', (data, isBinary) => !isBinary && heard.push(JSON.parse(String(data))))
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  return { socket, heard, closed, say: (...frame: unknown[]) => socket.send(JSON.stringify(frame)) }
}

/** The status of a refused connection. */
export const refusal = (query: string, where: Where = engine, headers: Record<string, string> = {}) =>
  new Promise((resolve) => {
    new WebSocket(realtimeAddress(query, where), { headers })
      .on('unexpected-response', (request, { statusCode }) => {
        resolve(statusCode)
        request.destroy()
      })
      .on('error', resolve)
      .on('open', function open(this: WebSocket) {
        this.terminate()
        resolve('open')
      })
  })
