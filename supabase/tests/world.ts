import { buildWorld as build, type World } from '../isolation/world.ts'
import { north, signIn, south, stage } from './people.ts'

export { type Agency, type Row, tearDownWorld, type World } from '../isolation/world.ts'

/** A world with the people of the seed and some more. */
export async function buildWorld(): Promise<World> {
  const world = await build(
    stage,
    { north, south },
    {
      nia: await signIn('nia@nowhere.test'),
      uma: await signIn('uma@north.test'),
      ben: await signIn('ben@north.test'),
      ana: await signIn('ana@north.test'),
      abe: await signIn('abe@north.test'),
      sol: await signIn('sol@mainstreet.test'),
      cleo: await signIn('cleo@south.test'),
    },
  )
  for (const [caller, why] of world.absent)
    if (caller !== 'planner') throw new Error(`${caller} could not come: ${why}`)
  return world
}
