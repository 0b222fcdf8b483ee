import type { FastifyInstance } from 'fastify'
import { readVariables } from '../config.ts'
import { standIns } from './features.ts'
import { featureOf, type Work } from './stand-in.ts'

const IN_PLACE = "select feature from engine.feature_migrations where feature like 'extension/%' and version = '0000'"

/** What stands in for extensions that the database does not have, at work from when the server answers until it stops. */
export async function extensions(app: FastifyInstance) {
  // One that cannot be used stops the start, whether or not somebody needs it.
  for (const { variables } of standIns) if (variables) readVariables(variables, app.config.environment)

  const works: Work[] = []
  app.addHook('onListen', async () => {
    const found = await app.database.run<{ feature: string }>({}, { text: IN_PLACE })
    const inPlace = new Set(found.map(({ feature }) => feature))
    for (const standIn of standIns) {
      if (!standIn.load || !inPlace.has(featureOf(standIn))) continue
      const begin = await standIn.load()
      works.push(await begin(app))
    }
  })
  app.addHook('onClose', async () => {
    await Promise.all(works.map((work) => work.stop()))
  })
}
