/**
 * Covers the differences between the hosted Deno runtime and the Node server that runs the same functions. Everything
 * else is web standard.
 */

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  replyTo?: string
  /** A page or a mailto: address that ends recurring mails, for List-Unsubscribe. */
  unsubscribe?: string
  /** Pictures that its HTML shows by `<img src="cid:…">`. */
  pictures?: MailPicture[]
  /** An invitation for the recipient's calendar. */
  invitation?: CalendarInvitation
  /** When it says nothing any more: our own mail queue does not send it after that. */
  validUntil?: Date
  /** Idempotency key: only the first mail with a key is sent. */
  key?: string
  /** The priority in a long queue; 'message' by default. */
  urgency?: 'message' | 'invitation' | 'reminder' | 'digest'
}

/** An iCalendar object, with the METHOD that it contains. */
export type CalendarInvitation = { method: 'REQUEST' | 'CANCEL'; content: string }

export type MailPicture = { cid: string; type: string; base64: string }

type SocketUpgrade = { socket: WebSocket; response: Response }

type Deno = {
  env: { get(name: string): string | undefined }
  upgradeWebSocket(request: Request, options: { protocol?: string }): SocketUpgrade
}
type EdgeRuntime = { waitUntil(work: Promise<unknown>): void }
type HostChannel = { send(message: unknown): Promise<void>; close(): void }
type HostChannelEvents = { onMessage(message: unknown): void; onGap(): void }
type Host = EdgeRuntime & {
  env(name: string): string | undefined
  openChannel(name: string, events: HostChannelEvents): Promise<HostChannel>
  upgrade(request: Request, options: { protocol?: string }): SocketUpgrade
  sendMail(mail: Mail): Promise<void>
}

const has = (value: unknown, ...names: string[]) => names.every((name) => name in Object(value))
const isDeno = (value: unknown): value is Deno => has(value, 'env', 'upgradeWebSocket')
const isEdgeRuntime = (value: unknown): value is EdgeRuntime => has(value, 'waitUntil')
const isHost = (value: unknown): value is Host => has(value, 'env', 'openChannel', 'upgrade', 'sendMail', 'waitUntil')

function global<T>(name: string | symbol, isKnown: (value: unknown) => value is T): T | undefined {
  const value: unknown = Reflect.get(globalThis, name)
  return isKnown(value) ? value : undefined
}

const deno = global('Deno', isDeno)
const edgeRuntime = global('EdgeRuntime', isEdgeRuntime)
const host = global(Symbol.for('edge-functions.host'), isHost)

/** Whether this is Deno, and thus the hosted runtime. */
export const isHosted = deno !== undefined

/** An environment variable or secret of this function. */
export function env(name: string): string | undefined {
  if (deno) return deno.env.get(name)
  return host ? host.env(name) : process.env[name]
}

export function requireEnv(name: string): string {
  const value = env(name)
  if (!value) throw new Error(`${name} is not set.`)
  return value
}

/** Accepts a WebSocket request. Set the handlers before returning `response`, and return that very object. */
export function upgrade(request: Request, options: { protocol?: string } = {}): SocketUpgrade {
  const upgraded = (deno?.upgradeWebSocket ?? host?.upgrade)?.(request, options)
  if (!upgraded) throw new Error('This runtime has no WebSockets.')
  upgraded.socket.binaryType = 'arraybuffer' // the hosts differ in their default
  return upgraded
}

/** Keeps the runtime alive until the work is done, even after the answer is sent. */
export function waitUntil(work: Promise<unknown>): void {
  const runtime = edgeRuntime ?? host
  runtime?.waitUntil(work)
}

/**
 * Calls `prepare` when the hosted runtime is about to end this worker, which it does after a few minutes or two seconds
 * of CPU time. This project's server closes its sockets itself.
 */
export function beforeWorkerEnds(prepare: () => void): void {
  if (deno && !host) globalThis.addEventListener?.('beforeunload', prepare)
}

/**
 * The network address of a request, for limits. This project's server sets x-forwarded-for; on hosted Supabase a
 * visitor can forge the start of that header, while Cloudflare overwrites cf-connecting-ip.
 */
export function addressOf({ headers }: Request): string {
  const forwarded = headers.get('x-forwarded-for')?.split(',') ?? []
  const address = host ? forwarded[0] : (headers.get('cf-connecting-ip') ?? forwarded.at(-1))
  return address?.trim() ?? ''
}

/** Sends mail through the server; undefined on the hosted runtime. */
export const sendMailByHost = host && ((mail: Mail) => host.sendMail(mail))

/** Opens a channel between the server's processes; undefined on the hosted runtime. */
export const openHostChannel = host && ((name: string, events: HostChannelEvents) => host.openChannel(name, events))
