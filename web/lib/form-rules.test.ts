import { expect, it } from 'vitest'
import { atMost, optionalText } from './form-rules.ts'
import { z } from './zod.ts'

it('[what-people-type.md] takes as many emoji as the tables take, and no more', () => {
  for (const field of [optionalText(1000), z.string().trim().check(atMost(1000))]) {
    expect(field.safeParse('😀'.repeat(1000)).success).toBe(true)
    expect(field.safeParse('😀'.repeat(1001)).error?.issues[0]?.message).toBe('At most 1,000 characters.')
  }
})
