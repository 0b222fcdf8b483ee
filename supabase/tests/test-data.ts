import { createTestData as build, type TestData } from '../isolation/test-data.ts'
import { accounts, north, signIn, south } from './people.ts'

export { type Agency, type Row, removeTestData, type TestData } from '../isolation/test-data.ts'

/** Test data with the people of the seed and some more. */
export async function createTestData(): Promise<TestData> {
  const testData = await build(
    accounts,
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
  for (const [caller, why] of testData.absent)
    if (caller !== 'planner') throw new Error(`${caller} could not come: ${why}`)
  return testData
}
