import { cn } from '../../lib/cn.ts'
import { MAX_STRENGTH, type Strength, strengthWords } from './password-strength.ts'

const colours = {
  0: 'bg-danger',
  1: 'bg-danger',
  2: 'bg-warning',
  3: 'bg-success',
  4: 'bg-success',
} satisfies Record<Strength, string>

/** The strength of a password as a word and four bars. */
export function StrengthMeter({ strength, wordClassName }: { strength: Strength; wordClassName?: string }) {
  const word = strengthWords[strength]
  return (
    <span title={word} className="inline-flex items-center gap-2 whitespace-nowrap text-sm">
      <span aria-hidden className="inline-flex gap-0.5">
        {Array.from({ length: MAX_STRENGTH }, (_, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no id and never change their order
            key={place}
            className={cn(
              'h-3 w-1.5 rounded-[1px] forced-colors:border',
              place < strength ? `${colours[strength]} forced-colors:border-3` : 'bg-line',
            )}
          />
        ))}
      </span>
      <span className={wordClassName}>{word}</span>
      <span className="sr-only">
        , {strength} of {MAX_STRENGTH}
      </span>
    </span>
  )
}
