/**
 * Words that a comment does not begin with: what follows them is a clause without a subject, which only somebody who
 * reads the code below can complete.
 */
const clauses = /^(Of|Whom|Whose|Whoever|Whosever|Those|That|Which|So|By|Also|As|Nor|Neither|Lest|Such)\b/

/** Phrases of which a colleague would have to ask what is meant. */
const riddles = /\b(whoever|to be had|none of ours|amiss|let off)\b/i

/** The comments of a file whose first words say nothing by themselves, as `line: comment`. Lines are counted from 1. */
export function unclearComments(text: string): string[] {
  return commentsOf(text)
    .filter(({ words }) => clauses.test(words) || riddles.test(words))
    .map(({ line, words }) => `${line}: ${words}`)
}

type Comment = { line: number; words: string }

/** Doc comments, and comments that have a line to themselves; several such lines below each other are one comment. */
function commentsOf(text: string): Comment[] {
  const comments: Comment[] = []
  let isGoingOn = false
  for (const [index, line] of text.split('\n').entries()) {
    const { marker, words } = /^\s*(?<marker>\/\*\*|\*(?!\/)|\/\/|--)(?<words>.*?)(?:\*\/)?$/.exec(line)?.groups ?? {}
    const last = comments.at(-1)
    if (isGoingOn && last && marker !== undefined && marker !== '/**') {
      last.words = `${last.words} ${(words ?? '').trim()}`.trim()
    } else if (marker !== undefined && marker !== '*') comments.push({ line: index + 1, words: (words ?? '').trim() })
    isGoingOn = marker !== undefined && !line.trimEnd().endsWith('*/')
  }
  return comments
}
