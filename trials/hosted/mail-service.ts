import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { closeServer, listen } from './listen.ts'

const mail = z.object({ from: z.string(), to: z.array(z.string()), subject: z.string(), text: z.string() })
export type SentMail = z.output<typeof mail>

/** A fake mail service with Resend's HTTP API, which keeps the mails it accepts. */
export async function startMailService(key: string) {
  const sent: SentMail[] = []
  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${key}`) return response.writeHead(401).end()
    sent.push(mail.parse(JSON.parse(await text(request))))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: crypto.randomUUID() }))
  })
  const url = await listen(server)
  return { url, sent, [Symbol.asyncDispose]: () => closeServer(server) }
}
