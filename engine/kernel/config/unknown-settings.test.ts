import { expect, it } from 'vitest'
import { z } from 'zod'
import { unknownSettings } from './unknown-settings.ts'

const schema = z.looseObject({
  api: z.looseObject({ max_rows: z.int().optional() }).default({}),
  functions: z.record(z.string(), z.looseObject({ verify_jwt: z.boolean().default(true) })).default({}),
  db: z.looseObject({}).optional(),
  secrets: z.record(z.string(), z.string()).optional(),
})

it('names what is mistyped, at any depth', () => {
  const settings = {
    api: { max_row: 10, max_rows: 10 },
    functions: { chat: { verify_jwd: false } },
    apy: { max_rows: 1 },
  }
  expect(unknownSettings(settings, schema)).toEqual(['api.max_row', 'functions.chat.verify_jwd', 'apy'])
})

it('takes no name somebody may choose freely for a setting', () => {
  expect(unknownSettings({ secrets: { constructor: 'x' }, functions: { any: {} } }, schema)).toEqual([])
})

it('says nothing of what the CLI keeps for its own containers', () => {
  const settings = { studio: { port: 1 }, db: { port: 54322 }, api: { port: 54321 }, analytics: { enabled: true } }
  expect(unknownSettings(settings, schema)).toEqual([])
})

it('says nothing of what is switched off, and speaks of it once it is on', () => {
  const settings = (enabled: boolean) => ({
    web3: { solana: { enabled, chain: 'main' }, ethereum: { enabled: false } },
  })
  expect(unknownSettings(settings(false), schema)).toEqual([])
  expect(unknownSettings(settings(true), schema)).toEqual(['web3'])
})

it('knows what one of several schemas of a table has a word for', () => {
  const table = z.intersection(
    z.looseObject({ mfa: z.looseObject({ most: z.int().optional() }).prefault({}) }),
    z.looseObject({ mfa: z.looseObject({ phone: z.looseObject({}).prefault({}) }).prefault({}) }),
  )
  const settings = { auth: { mfa: { most: 1, phone: { code: 1 }, fone: 1 } } }
  const unknown = unknownSettings(settings, z.looseObject({ auth: table.prefault({}) }))
  expect(unknown).toEqual(['auth.mfa.phone.code', 'auth.mfa.fone'])
})
