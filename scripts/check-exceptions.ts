/**
 * Nothing is let off from the sizes of files and functions, or from circles between imports, but what is listed here: a
 * `describe` is a chapter, whose file is no longer than any other, and row types are generated. Part of `npm run check`.
 */
import { readFileSync } from 'node:fs'

type Rules = Record<string, Record<string, unknown>>
type Settings = { overrides: { includes: string[]; linter: { rules: Rules } }[] }

const letOff: Record<string, string[]> = {
  noExcessiveLinesPerFunction: ['**/*.{test,contract,spec,servers}.{ts,tsx}'],
  noExcessiveLinesPerFile: ['**/database.types.ts'],
  noImportCycles: [],
}

const { overrides }: Settings = JSON.parse(readFileSync('biome.json', 'utf8'))
for (const { includes, linter } of overrides) {
  for (const rule of Object.values(linter.rules).flatMap(Object.keys)) {
    for (const pattern of includes) {
      if (letOff[rule]?.includes(pattern) ?? true) continue
      console.error(`biome.json: ${pattern} should keep to ${rule}, as everything else does.`)
      process.exitCode = 1
    }
  }
}
