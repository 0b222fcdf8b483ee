import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/database.ts'
import { readVariables } from '../kernel/config/config.ts'
import { standIns } from './features.ts'
import { featureOf, type Work } from './stand-in.ts'

const IN_PLACE = "select distinct feature from engine.feature_migrations where feature like 'extension/%'"

/** What stands in for extensions that the database does not have, at work from when the server answers until it stops. */
export async function extensions(app: FastifyInstance) {
  // One that cannot be used stops the start, whether or not somebody needs it.
  for (const { variables } of standIns) if (variables) readVariables(variables, app.config.environment)

  const works: Work[] = []
  app.addHook('onListen', async () => {
    for (const { load } of await inPlace(app.database)) {
      const begin = await load?.()
      if (begin) works.push(await begin(app))
    }
  })
  app.addHook('onClose', async () => {
    await Promise.all(works.map((work) => work.stop()))
  })
}

async function inPlace(database: Database) {
  const found = await database.run<{ feature: string }>({}, { text: IN_PLACE })
  const features = new Set(found.map(({ feature }) => feature))
  return standIns.filter((standIn) => features.has(featureOf(standIn)))
}
