import { expect, it } from 'vitest'
import { rewriteTransactions } from './rewrite-transactions.ts'

const [open, keep] = ['savepoint own_transaction', 'release savepoint own_transaction']
const drop = `rollback to savepoint own_transaction; ${keep}`

it.each([
  ['begin; select 1; commit;', `${open}; select 1; ${keep};`],
  ['BEGIN WORK;\nselect 1;\nEND TRANSACTION', `${open};\nselect 1;\n${keep}`],
  ['start transaction isolation\nlevel serializable; abort', `${open}\n; ${drop}`],
  ['begin; commit and chain; select 1; rollback', `${open}; ${keep}; ${open}; select 1; ${drop}`],
  ['begin; commit and no chain; select 1', `${open}; ${keep}; select 1`],
  // A commit without a begin opens no transaction.
  ['select 1; commit; rollback;', 'select 1; ; ;'],
  ['-- why\n/* and /* where */ */ begin; commit', `-- why\n/* and /* where */ */ ${open}; ${keep}`],
])('%j is one within another: %j', (sql, run) => {
  expect(rewriteTransactions(sql).text).toBe(run)
})

it.each([
  'savepoint a; rollback to a; rollback work to savepoint a; release a',
  "commit prepared 'a'",
  'do $$ begin perform 1; commit; end $$; do language plpgsql $x$ begin null; end; $x$',
  'create function f() returns int begin atomic; select case when true then 1 end; select 2; end; select 3',
  `select '; begin; ', E'\\'; commit; ', "; end;", $a$; begin; $a$ -- ; commit;\n/* ; begin; */`,
  'select case when a then b end from begin; select commit from c',
])('%j stays as it is', (sql) => {
  expect(rewriteTransactions(sql).text).toBe(sql)
})
