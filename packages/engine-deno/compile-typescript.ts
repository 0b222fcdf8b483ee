import { type TransformOptions, transformSync } from 'oxc-transform'
import type { DenoJson } from './import-map.ts'

/**
 * Compiles TypeScript or JSX to JavaScript with Deno's settings: type-only imports are removed, JSX follows `deno.json`
 * or a comment, and errors keep the line numbers of the file.
 */
export function javascript(file: string, source: string, compilerOptions: DenoJson['compilerOptions'] = {}): string {
  const { code, map, errors } = transformSync(file, source, {
    sourceType: 'module',
    sourcemap: true,
    jsx: jsxOf(source, compilerOptions),
    decorator: { legacy: compilerOptions.experimentalDecorators === true },
  })
  const [error] = errors
  if (error) throw new SyntaxError(`${file}: ${error.codeframe ?? error.message}`)
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64')
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}`
}

function jsxOf(source: string, options: DenoJson['compilerOptions']): NonNullable<TransformOptions['jsx']> {
  const isAutomatic = /@jsxImportSource\s/.test(source) || /^(react-jsx|precompile)/.test(word(options.jsx) ?? '')
  const importSource = word(options.jsxImportSource)
  if (isAutomatic) return { runtime: 'automatic', ...(importSource !== undefined && { importSource }) }
  const pragma = word(options.jsxFactory)
  const pragmaFrag = word(options.jsxFragmentFactory)
  return {
    runtime: 'classic',
    ...(pragma !== undefined && { pragma }),
    ...(pragmaFrag !== undefined && { pragmaFrag }),
  }
}

const word = (value: unknown) => (typeof value === 'string' ? value : undefined)
