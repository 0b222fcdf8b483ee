import { expect, it } from 'vitest'
import { needsDeno } from './needs-deno.ts'

it.each([
  ['hello/index.ts', `Deno.serve(() => new Response('hello'))`],
  ['hello/index.ts', `const { env } = Deno\nexport default {}`],
  ['hello/index.ts', `const key = Deno?.env.get('KEY')`],
  ['hello/index.ts', `EdgeRuntime.waitUntil(work)`],
  ['hello/index.ts', `import { z } from 'npm:zod@4'`],
  ['hello/index.ts', `import 'jsr:@supabase/functions-js/edge-runtime.d.ts'`],
  ['hello/index.ts', `import { serve } from "https://deno.land/std@0.168.0/http/server.ts"`],
  ['hello/index.ts', `const { z } = await import('npm:zod')`],
  ['hello/index.ts', `import text from './a.txt' with { type: 'text' }`],
  ['hello/index.ts', `import data from './a.json' assert { type: 'json' }`],
  ['hello/index.ts', `addEventListener('beforeunload', () => {})`],
  ['hello/index.ts', `export enum Kind { one }`],
  ['mail/welcome.tsx', `export const page = () => null`],
  ['hello/deno.json', `{ "imports": { "words": "./words.ts" } }`],
  ['hello/deno.jsonc', `{\n  // comment\n  "imports": { "zod": "npm:zod@4", "z": "npm:zod@4" },\n}`],
  ['import_map.json', `{ "imports": { "std/": "https://deno.land/std@0.177.0/" } }`],
])('Node alone would not run %s: %s', (file, text) => {
  expect(needsDeno(file, text)).toBe(true)
})

it.each([
  ['hello/index.ts', `export default { fetch: () => new Response('hello') }`],
  ['hello/index.ts', `// Deno.serve is not called here\n/* nor Deno.env */\nexport default {}`],
  [
    'hello/index.ts',
    `type Deno = { env: Map<string, string> }\nconst deno: Deno | undefined = Reflect.get(globalThis, 'Deno')`,
  ],
  ['hello/index.ts', `globalThis.addEventListener?.('beforeunload', () => {})`],
  ['hello/index.ts', `const url = 'https://deno.land/std/http/server.ts'`],
  ['hello/index.ts', `import data from './a.json' with { type: 'json' }`],
  ['hello/index.ts', `if (globalThis.Deno.env) throw new Error('asked of a global that is checked for')`],
  [
    'hello/deno.json',
    `{ "imports": { "@supabase/supabase-js": "npm:@supabase/supabase-js@^2.119.0", "zod/": "npm:/zod@4/" } }`,
  ],
  ['hello/deno.json', `{ "lock": "./deno.lock" }`],
])('Node runs %s as it is: %s', (file, text) => {
  expect(needsDeno(file, text)).toBe(false)
})
