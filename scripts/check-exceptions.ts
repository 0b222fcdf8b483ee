/**
 * Lists the only exceptions from the limits on file and function size and from the ban on import cycles: a `describe`
 * may be as long as its file, and row types are generated. Part of `npm run check`.
 */
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const rules = z.record(z.string(), z.record(z.string(), z.unknown()))
const settings = z.object({
  overrides: z.array(z.object({ includes: z.array(z.string()), linter: z.object({ rules }) })),
})

const letOff: Record<string, string[]> = {
  noExcessiveLinesPerFunction: ['**/*.{test,contract,spec,servers}.{ts,tsx}'],
  noExcessiveLinesPerFile: ['**/database.types.ts'],
  noImportCycles: [],
}

const { overrides } = settings.parse(JSON.parse(readFileSync('biome.json', 'utf8')))
for (const { includes, linter } of overrides) {
  for (const rule of Object.values(linter.rules).flatMap(Object.keys)) {
    for (const pattern of includes) {
      if (letOff[rule]?.includes(pattern) ?? true) continue
      console.error(`biome.json: ${pattern} should keep to ${rule}, as everything else does.`)
      process.exitCode = 1
    }
  }
}
