import { parse } from 'chrono-node/en'

/** The most words of a day: 'on friday next week'. */
const MOST_WORDS = 5

/**
 * Splits words from the day at their end: 'bakery next friday', 'bakery dec 3', 'bakery in two weeks'. `today` is the
 * reader's day, like '2026-03-04', and no day before it counts. Undefined where no day follows a first word.
 */
export function splitTypedDay(words: readonly string[], today: string): { before: string[]; day: string } | undefined {
  for (let count = Math.min(MOST_WORDS, words.length - 1); count > 0; count -= 1) {
    const day = typedDay(words.slice(-count).join(' '), today)
    if (day !== undefined && day >= today) return { before: words.slice(0, -count), day }
  }
  return undefined
}

/** Parses a text that is a day and nothing else. A weekday means the next one after today. */
function typedDay(text: string, today: string): string | undefined {
  // The parser calculates in the local time zone. Late in the evening no weekday means today any more.
  const [found, ...others] = parse(text, new Date(`${today}T23:00:00`), { forwardDate: true })
  if (!found || others.length > 0 || found.text.length < text.length) return undefined
  const [year, month, day] = (['year', 'month', 'day'] as const).map((part) => String(found.start.get(part)))
  return [year?.padStart(4, '0'), month?.padStart(2, '0'), day?.padStart(2, '0')].join('-')
}
