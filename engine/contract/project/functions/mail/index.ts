import { host } from '../_shared/host.ts'

/** Mails the body of the request after answering it. */
export default {
  async fetch(request: Request): Promise<Response> {
    const to = new URL(request.url).searchParams.get('to') ?? ''
    host.waitUntil(host.sendMail({ to, subject: 'A mail from a function', text: await request.text() }))
    return new Response(null, { status: 204 })
  },
}
