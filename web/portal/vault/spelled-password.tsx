import { cn } from '../../lib/cn.ts'
import { type SpelledCharacter, spell } from './spelling.ts'

/** The most characters that anybody would read out. */
const MAX_SPELLED = 64

const colours = {
  letter: 'text-ink',
  digit: 'text-info',
  symbol: 'text-warning',
} satisfies Record<SpelledCharacter['kind'], string>

/** A password in big characters with the spelling word of each; a very long one is only shown. */
export function SpelledPassword({ password }: { password: string }) {
  const signs = spell(password)
  if (signs.length > MAX_SPELLED) {
    return <p className="wrap-anywhere whitespace-pre-wrap font-mono text-lg">{password}</p>
  }
  return (
    <ol aria-label="Password, character by character" className="flex flex-wrap gap-1.5">
      {signs.map(({ sign, word, kind }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a character may occur many times
        <li key={place} className="grid min-w-14 justify-items-center rounded-control bg-paper-deep px-1.5 pt-1 pb-1.5">
          <span aria-hidden className={cn('font-mono font-semibold text-2xl leading-8', colours[kind])}>
            {sign.trim() === '' ? '␣' : sign}
          </span>
          <span className="text-[0.6875rem] text-ink-soft leading-4">
            {isCapital(word) && <span className="sr-only">capital </span>}
            {word}
          </span>
        </li>
      ))}
    </ol>
  )
}

const isCapital = (word: string) => /^[A-Z][A-Z-]+$/.test(word)
