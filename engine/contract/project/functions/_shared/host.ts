/** The host's functions that the samples use (docs/wire/functions.md#sources). */
interface Host {
  env(name: string): string | undefined
  upgrade(request: Request, options?: { protocol?: string }): { socket: WebSocket; response: Response }
  waitUntil(work: Promise<unknown>): void
  sendMail(mail: { to: string; subject: string; text: string }): Promise<void>
}

export const host: Host = Reflect.get(globalThis, Symbol.for('edge-functions.host'))

export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type, x-region',
}
