import { inspectAfterSql, throwawayDatabase } from 'engine/testing/database'
import { expect, it } from 'vitest'
import { searchText } from '../../web/lib/search-text.ts'
import { projectDir } from './project-sql.ts'

/**
 * Blocks of letters that names use. The omitted blocks were filled by recent versions of Unicode, which a database may
 * know less well than a browser.
 */
const WRITTEN =
  /^[[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Armn}\p{sc=Hebr}\p{sc=Arab}\p{sc=Deva}\p{sc=Thai}\p{sc=Hang}\p{sc=Hira}\p{sc=Kana}\p{sc=Hani}\p{sc=Zyyy}\p{sc=Zinh}]--[\0\u{1C80}-\u{1C8F}\u{A720}-\u{A7FF}]]$/v

it('reads every letter in the database as in the browser', async () => {
  await using database = await throwawayDatabase(projectDir)
  const signs = Array.from({ length: 0x10000 }, (_, code) => String.fromCodePoint(code)).filter((sign) =>
    WRITTEN.test(sign),
  )
  expect(signs.length).toBeGreaterThan(40_000)
  const texts = signs.map((sign) => `Ab${sign}\u0301c ${sign}`)
  const seen = await inspectAfterSql(database, new Map(), (tx) =>
    tx.query<{ text: string; compared: string }>(
      'select text, private.search_text(text) as compared from unnest($1::text[]) as text',
      [texts],
    ),
  )
  expect(seen.filter(({ text, compared }) => searchText(text) !== compared)).toEqual([])
  expect(seen).toHaveLength(texts.length)
})
