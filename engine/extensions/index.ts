import type { FastifyInstance } from 'fastify'
import { checkStandInVariables, standInsIn, type Work } from './stand-ins.ts'

/** Runs the background work of stand-ins, from when the server listens until it stops. */
export async function extensions(app: FastifyInstance) {
  // An invalid variable fails the start, even if its stand-in is not in use.
  await checkStandInVariables(app.config.environment)

  const works: Work[] = []
  app.addHook('onListen', async () => {
    for (const { load } of await standInsIn(app.database)) {
      const begin = await load?.()
      if (begin) works.push(await begin(app))
    }
  })
  app.addHook('onClose', async () => {
    await Promise.all(works.map((work) => work.stop()))
  })
}
