import { type SqlStatement, statementsOf } from './split-statements.ts'

/** A file's own transaction becomes a savepoint, so that its COMMIT keeps nothing of a start that fails later. */
const BEGIN_SAVEPOINT = 'savepoint own_transaction'
const RELEASE_SAVEPOINT = 'release savepoint own_transaction'
const ROLL_BACK_SAVEPOINT = `rollback to savepoint own_transaction; ${RELEASE_SAVEPOINT}`

/**
 * Rewrites SQL to run inside another transaction. Line numbers stay the same. `isOpen`: whether a transaction of the
 * file's own is open before the SQL, and in the answer after it.
 */
export function rewriteTransactions(sql: string, wasOpen = false): { text: string; isOpen: boolean } {
  let isOpen = wasOpen
  let text = ''
  let at = 0
  for (const statement of statementsOf(sql)) {
    const instead = savepointInsteadOf(statement, isOpen)
    if (!instead) continue
    isOpen = instead.isOpen
    const lines = sql.slice(statement.start, statement.end).split('\n').length - 1
    text += sql.slice(at, statement.start) + instead.text + '\n'.repeat(lines)
    at = statement.end
  }
  return { text: text + sql.slice(at), isOpen }
}

function savepointInsteadOf({ words }: SqlStatement, isOpen: boolean): { text: string; isOpen: boolean } | undefined {
  const [first, second] = words
  const goesOn = words.at(-1) === 'chain' && words.at(-2) !== 'no'
  switch (first) {
    case 'begin':
      return { text: isOpen ? '' : BEGIN_SAVEPOINT, isOpen: true }
    case 'start':
      return second === 'transaction' ? { text: isOpen ? '' : BEGIN_SAVEPOINT, isOpen: true } : undefined
    case 'commit':
    case 'end':
      return second === 'prepared' ? undefined : closing(RELEASE_SAVEPOINT, isOpen, goesOn)
    case 'abort':
    case 'rollback':
      return second === 'prepared' || words.includes('to') ? undefined : closing(ROLL_BACK_SAVEPOINT, isOpen, goesOn)
    default:
      return undefined
  }
}

const closing = (how: string, isOpen: boolean, goesOn: boolean) => ({
  text: isOpen ? `${how}${goesOn ? `; ${BEGIN_SAVEPOINT}` : ''}` : '',
  isOpen: isOpen && goesOn,
})
