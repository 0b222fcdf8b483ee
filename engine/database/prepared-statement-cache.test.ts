import { describe, expect, it } from 'vitest'
import { PreparedStatementCache } from './prepared-statement-cache.ts'

const often = (statements: PreparedStatementCache, text: string) => {
  for (let time = 0; time < 3; time++) statements.noteSuccess(text)
  return statements.nameOf(text)
}

describe('PreparedStatementCache', () => {
  it('have a name once they came often, and each its own', () => {
    const statements = new PreparedStatementCache()
    statements.noteSuccess('select 1')
    expect(statements.nameOf('select 1')).toBe(undefined)
    const name = often(statements, 'select 1')
    expect(name).not.toBe(undefined)
    expect(often(statements, 'select 2')).not.toBe(name)
    expect(statements.nameOf('select 1')).toBe(name)
  })

  it('have another name after all were forgotten', () => {
    const statements = new PreparedStatementCache()
    const before = often(statements, 'select 1')
    statements.noteSuccess('select 2')
    statements.noteSuccess('select 2')
    statements.forget()
    expect(statements.nameOf('select 1')).toBe(undefined)
    statements.noteSuccess('select 2')
    expect(statements.nameOf('select 2')).toBe(undefined)
    expect(often(statements, 'select 1')).not.toBe(before)
  })

  it('are not without end, however many different ones somebody sends', () => {
    const statements = new PreparedStatementCache()
    const names = Array.from({ length: 300 }, (_, n) => often(statements, `select ${n}`))
    expect(new Set(names).size).toBe(300)
    const kept = names.filter((_, n) => statements.nameOf(`select ${n}`) !== undefined)
    expect(kept).toEqual(names.slice(-100))
    expect(often(statements, `select ${'1 '.repeat(20_000)}`)).toBe(undefined)
  })
})
