import fp from 'fastify-plugin'
import { MailQueue } from './mail-queue.ts'

/** The mail queue, which sends from when the server answers until it stops. */
export const mails = fp(
  async function mails(app) {
    const queue = new MailQueue(app)
    app.decorate('mails', queue)
    app.addHook('onListen', async () => queue.start())
    app.addHook('onClose', () => queue.stop())
  },
  { name: 'mails' },
)
