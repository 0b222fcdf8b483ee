import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { functions, tryFunction, worksFor } from '../isolation/database-functions.ts'
import { edgeFunctions, getsIn, tryEdgeFunction } from '../isolation/edge-functions.ts'
import { identities } from '../isolation/identities.ts'
import { matrix } from '../isolation/matrix.ts'
import { callersEverywhere, type Rights } from '../isolation/rights.ts'
import { tryEverything } from '../isolation/try-every-verb.ts'
import { engine } from './engine.ts'
import { arrange, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

let testData: TestData
beforeAll(async () => {
  testData = await createTestData()
})
afterAll(() => removeTestData(testData))

type Part = { kind: 'table' | 'function'; name: string; guarded: boolean }

it('has decided about every table and function that the API exposes', async () => {
  const surface: Part[] = await arrange(service.rpc('api_surface'))
  const tables = surface.filter(({ kind }) => kind === 'table')
  const exposed = surface.filter(({ kind }) => kind === 'function')
  expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(matrix).sort())
  expect(tables.filter(({ guarded }) => !guarded)).toEqual([])
  expect(
    exposed
      .filter(({ guarded }) => !guarded)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(functions).sort())
})

describe.each(Object.entries(matrix))('%s', (table, rightsOf) => {
  it.each(callersEverywhere)('is for %s what the matrix says', async (caller) => {
    const worked = await tryEverything(table, testData.people[caller], testData)
    expect(sorted(worked)).toEqual(sorted(rightsOf[caller]))
  })
})

describe('me', () => {
  it.each(callersEverywhere)('tells %s who they are', async (caller) => {
    const { id, db } = testData.people[caller]
    const { data, error } = await db.rpc('me')
    const expected = identities[caller]
    if (expected === 'refused') return expect([data, error?.message]).toEqual([null, expect.any(String)])
    const { roles, worksFor, isActive = false, owesSecondStep = false } = expected
    const answered = data?.map((row: { roles: string[] }) => ({ ...row, roles: row.roles.toSorted() }))
    expect(answered).toEqual([
      {
        id: roles.length === 0 ? null : id,
        roles: roles.toSorted(),
        agency_id: worksFor === undefined ? null : Reflect.get(testData.agencies, worksFor),
        is_active: isActive,
        owes_second_step: owesSecondStep,
      },
    ])
  })
})

describe('make_first_super_admin', () => {
  it.each(callersEverywhere)('is refused to %s', async (caller) => {
    const { id, db } = testData.people[caller]
    const { error } = await db.rpc('make_first_super_admin', { person: id })
    // The call must be refused before the function runs, not by its body, which would refuse everybody here.
    if (identities[caller] === 'refused') expect(error).not.toBeNull()
    else expect(error?.message).toBe('permission denied for function make_first_super_admin')
  })

  it('is refused to the service key, once there is a super admin', async () => {
    const person = testData.people.ben.id
    const { error } = await service.rpc('make_first_super_admin', { person })
    expect(error).toMatchObject({ code: '42501', message: expect.stringContaining('There is a super admin already') })
  })
})

// chat.test.ts covers who can join the chat.
describe.each(Object.keys(functions).filter((name) => name !== 'open_chat_connection'))('%s', (name) => {
  it.each(callersEverywhere)('[who-may-do-what.md#rows] lets %s in where they may', async (caller) => {
    expect(await tryFunction(name, testData.people[caller])).toBe(worksFor(name, caller))
  })
})

it('has decided about every edge function', () => {
  const folders = readdirSync('supabase/functions', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const names = folders.map(({ name }) => name).filter((name) => !name.startsWith('_'))
  expect(names.sort()).toEqual(Object.keys(edgeFunctions).sort())
})

describe.each(Object.keys(edgeFunctions))('the edge function %s', (name) => {
  it.each(callersEverywhere)('lets %s in where they may', async (caller) => {
    expect(await tryEdgeFunction(name, testData.people[caller], engine)).toBe(getsIn(name, caller))
  })
})

const sorted = (rights: Rights): Rights => ({
  select: rights.select.toSorted(),
  insert: rights.insert.toSorted(),
  update: rights.update.toSorted(),
  delete: rights.delete.toSorted(),
})
