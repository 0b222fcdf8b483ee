import { describe, expect, it } from 'vitest'
import { mapped, packagesOf } from './specifiers.ts'

describe('the package behind a specifier', () => {
  it.each([
    ['npm:zod', 'zod'],
    ['npm:zod@3.23.8', 'zod'],
    ['npm:/zod@^3/v4', 'zod/v4'],
    ['npm:@supabase/supabase-js@2', '@supabase/supabase-js'],
    ['npm:@supabase/supabase-js@2/cors', '@supabase/supabase-js/cors'],
    ['jsr:@supabase/supabase-js@2', '@supabase/supabase-js'],
    ['jsr:@std/assert@1/equals', '@std/assert/equals'],
    ['https://esm.sh/@supabase/supabase-js@2.7.1', '@supabase/supabase-js'],
    ['https://esm.sh/v135/hono@4/cors?target=deno', 'hono/cors'],
    ['https://cdn.jsdelivr.net/npm/nanoid@5', 'nanoid'],
  ])('%s', (specifier, name) => {
    expect(packagesOf(specifier)?.[0]).toBe(name)
  })

  it('of JSR is called as `jsr add` installs it, or as its mirror on npm has it', () => {
    expect(packagesOf('jsr:@std/assert@1/equals')).toEqual(['@std/assert/equals', '@jsr/std__assert/equals'])
  })

  it.each(['./greet.ts', '../_shared/cors.ts', 'node:crypto', 'zod', 'https://example.com/mod.ts'])(
    'none: %s',
    (it) => {
      expect(packagesOf(it)).toBeUndefined()
    },
  )
})

describe('an import map', () => {
  const imports = { zod: 'npm:zod@3', 'lib/': '../_shared/', 'lib/deep/': './deep/', '@a/b': 'npm:@a/b@1' }

  it.each([
    ['zod', 'npm:zod@3'],
    ['zod/v4', 'npm:zod@3/v4'],
    ['lib/cors.ts', '../_shared/cors.ts'],
    ['lib/deep/x.ts', './deep/x.ts'],
    ['@a/b/c', 'npm:@a/b@1/c'],
  ])('turns %s into %s', (specifier, target) => {
    expect(mapped(specifier, imports)).toBe(target)
  })

  it.each(['zo', 'zodiac', 'constructor', './zod'])('leaves %s alone', (specifier) => {
    expect(mapped(specifier, imports)).toBeUndefined()
  })
})
