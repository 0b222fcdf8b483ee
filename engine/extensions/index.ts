import type { FastifyInstance } from 'fastify'
import { checkStandInVariables, standInsIn, type Work } from './stand-ins.ts'

/** What stands in for extensions that the database does not have, at work from when the server answers until it stops. */
export async function extensions(app: FastifyInstance) {
  // One that cannot be used stops the start, whether or not somebody needs it.
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
