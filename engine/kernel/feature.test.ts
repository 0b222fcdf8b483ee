import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { unknownSettings } from './config/unknown-settings.ts'
import { featuresOf, requirePackages, startFeatures, tablesOf, withSections } from './feature.ts'

type Parts = { greets: string; sings: string }
const feature = featuresOf<Parts, { keeps: string }>()

let loaded = 0
const choir = feature({
  section: z.looseObject({
    choir: z.looseObject({ enabled: z.boolean().default(false), song: z.string().optional() }).prefault({}),
  }),
  isOn: ({ choir }) => choir.enabled,
  load: async () => {
    loaded += 1
    return (_app, { choir }) => ({ sings: choir.song ?? 'la' })
  },
  off: { sings: 'nothing' },
  always: { keeps: 'notes' },
})
const porter = feature({
  section: z.looseObject({ voices: z.looseObject({ bass: z.boolean().optional() }).prefault({}) }),
  load: async () => () => ({ greets: 'good day' }),
})

describe('features', () => {
  it('bring what they have while they are on', async () => {
    const { parts } = await startFeatures(Fastify(), [choir, porter], { choir: { enabled: true, song: 'lu' } })
    expect([parts('sings'), parts('greets')]).toEqual([['lu'], ['good day']])
    expect(loaded).toBe(1)
  })

  it('are not loaded while they are off, and bring what they say then', async () => {
    loaded = 0
    const { parts, always } = await startFeatures(Fastify(), [choir, porter], {})
    expect([parts('sings'), always('keeps')]).toEqual([['nothing'], ['notes']])
    expect(loaded).toBe(0)
  })

  it('have their keys in the table of their service, beside each other and the core', () => {
    const core = z.looseObject({ voices: z.looseObject({ alto: z.int().default(2) }).prefault({}) })
    const table = withSections(core, [choir, porter])
    expect(table.parse({ voices: { bass: true } })).toEqual({
      choir: { enabled: false },
      voices: { alto: 2, bass: true },
    })
    const settings = { choir: { songs: 1 }, voices: { alto: 1, bass: true, tenor: 1 } }
    expect(unknownSettings(settings, table)).toEqual(['choir.songs', 'voices.tenor'])
    const [issue] = table.safeParse({ choir: { song: 1 } }).error?.issues ?? []
    expect(issue?.path).toEqual(['choir', 'song'])
  })

  it('are off where what they start with says that their settings lack something', async () => {
    const mute = feature({ section: z.looseObject({}), load: async () => () => undefined, off: { sings: 'nothing' } })
    expect((await startFeatures(Fastify(), [mute], {})).parts('sings')).toEqual(['nothing'])
  })

  describe('of a package that is not installed', () => {
    const from = { name: 'engine-nowhere', provides: 'an organ', requiredBy: 'config.toml ([auth.organ])' }
    const organ = feature({
      section: z.looseObject({ organ: z.boolean().default(false) }),
      isOn: ({ organ }) => organ,
      from,
      load: async () => () => ({ sings: 'loud' }),
      tables: { name: 'organ' },
    })

    it('keep the server from starting where they are on, with a line that says what to install', () => {
      const line = 'config.toml ([auth.organ]) asks for an organ: run npm install engine-nowhere.'
      const asked: object = { organ: true }
      expect(() => requirePackages([choir, organ], asked)).toThrow(line)
    })

    it.each<object>([{}, { organ: false }, { organ: true, enabled: false }])(
      'are not missed where the settings are %j',
      (table) => {
        expect(requirePackages([choir, organ], table)).toBeUndefined()
      },
    )

    it('have no folder for their tables', () => {
      const asked: object = { organ: true }
      expect(tablesOf([organ], asked)).toEqual([{ name: 'organ', folder: undefined, from, isOn: true }])
    })
  })
})
