import { describe, expect, it } from 'vitest'
import { hasStatementAlone, partsOf } from './sql-file-parts.ts'

describe('a statement that PostgreSQL refuses in a transaction', () => {
  it.each([
    'create index concurrently if not exists a on b (c)',
    'CREATE UNIQUE INDEX CONCURRENTLY a ON public.b (c)',
    '/* why */ create index -- where\n concurrently on b (c)',
    'drop index concurrently a',
    'reindex table concurrently b',
    'reindex (verbose) index concurrently a',
    'reindex (concurrently, verbose) schema public',
    'reindex database postgres',
    'reindex schema public',
    'vacuum',
    'VACUUM (analyze) public.b',
    'cluster b using a',
    "alter system set work_mem = '1GB'",
    'alter database postgres set tablespace fast',
    'alter table public.b detach partition public.c concurrently',
    'create database other',
    'drop database if exists other',
    "create subscription s connection 'dbname=a' publication p",
    'alter subscription s disable',
    'discard all',
    "commit prepared 'a'",
  ])('is found: %s', (sql) => {
    expect(hasStatementAlone(`select 1; ${sql}; select 2`)).toBe(true)
    expect(partsOf(`select 1; ${sql}; select 2`).map(({ kind }) => kind)).toEqual(['together', 'alone', 'together'])
  })

  it.each([
    'create index a on b (c)',
    'refresh materialized view concurrently v',
    'reindex table b',
    'analyze b',
    'create table vacuum_log (system text, database text)',
    "select 'create index concurrently a on b (c)'",
    'do $$ begin execute $x$vacuum$x$; end $$',
    '-- vacuum\nselect 1',
    'alter table b detach partition c',
    'alter database postgres set search_path = public',
    'discard temp',
    'create system_settings',
  ])('is none: %s', (sql) => {
    expect(hasStatementAlone(sql)).toBe(false)
    expect(partsOf(sql)).toEqual([{ kind: 'together', sql }])
  })
})

describe('a commit of the file', () => {
  const added = "begin; alter type mood add value if not exists 'calm'; commit; "

  it('has a place of its own where a value of an enum is used behind it', () => {
    expect(hasStatementAlone(`${added}select 'calm'::mood`)).toBe(true)
    expect(hasStatementAlone(`${added}select 'other'::mood`)).toBe(false)
    expect(hasStatementAlone("begin; alter type mood add value 'calm'; select 'calm'::mood; commit")).toBe(false)
  })
})

describe('what pg_dump writes for psql', () => {
  it('is SQL and data, each with its lines', () => {
    const file = `\\restrict a1b2\r\nset x = 1;\nCOPY "a"."b" ("c") FROM stdin;\n1\t'it''s\n\\N\n\\.\n\nselect 2;\n\\unrestrict a1b2\n`
    expect(partsOf(file)).toEqual([
      { kind: 'together', sql: '\r\nset x = 1;\n' },
      { kind: 'copy', sql: '\n\nCOPY "a"."b" ("c") FROM stdin', data: "1\t'it''s\n\\N\n" },
      { kind: 'together', sql: '\n\n\n\n\n\n\nselect 2;\n' },
    ])
  })

  it.each([
    ['without rows', 'copy a from stdin;\n\\.\nselect 1', ''],
    ['with line ends of Windows', 'copy a from stdin;\r\n1\r\n\\.\r\nselect 1', '1\r\n'],
    ['with options', 'copy a (b) from stdin with (format csv, header);\nb\n"x;y"\n\\.\nselect 1', 'b\n"x;y"\n'],
    ['without an end', 'copy a from stdin;\n1\n2\n', '1\n2\n'],
  ])('is a COPY %s', (_, sql, data) => {
    expect(partsOf(sql).find(({ kind }) => kind === 'copy')).toMatchObject({ data })
  })

  it('is passed over where it only speaks to psql', () => {
    const lines = ['\\restrict x', '\\set ON_ERROR_STOP on', '\\echo Hello', '\\timing', "\\encoding 'UTF8'"]
    for (const line of lines) expect(partsOf(`${line}\nselect 1`)).toEqual([{ kind: 'together', sql: '\nselect 1' }])
  })

  it.each(['\\connect other', '\\i roles.sql', '\\ir a.sql', '\\set id 1', "select 'drop' \\gexec", '\\copy a from b'])(
    'is refused by its name where it does more: %s',
    (line) => {
      expect(() => partsOf(`select 1;\n${line}`)).toThrow(/^\\\w+ \(line 2\) is a command of psql/)
    },
  )

  it('does not leave out a backslash in a text', () => {
    const sql = `select 'a\\b', E'\\'', "c\\d", $$ \\restrict $$`
    expect(partsOf(sql)).toEqual([{ kind: 'together', sql }])
  })
})
