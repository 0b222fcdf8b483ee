import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The pages and the functions cannot import each other, so that rules for texts exist twice and must match. */
it.each(['visible-text.ts', 'email-address.ts', 'call-link.ts', 'count-characters.ts', 'csv-text.ts'])(
  '%s is the same in web/lib and in supabase/functions/_shared',
  (file) => {
    expect(readFileSync(`supabase/functions/_shared/${file}`, 'utf8')).toBe(readFileSync(`web/lib/${file}`, 'utf8'))
  },
)
