import { Fragment } from 'react'

/**
 * A text that may break within long words, at the punctuation of an address if possible, while ordinary words stay
 * whole. For tables, where `break-words` does not keep a column narrow.
 */
export function BreakableText({ children }: { children: string }) {
  return (
    <span>
      {children.split(longWords).map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing else, and never change their order
          <span key={at} className="wrap-anywhere">
            {part.split(atSigns).map((piece, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <Fragment key={place}>
                {place > 0 && <wbr />}
                {piece}
              </Fragment>
            ))}
          </span>
        ),
      )}
    </span>
  )
}

/**
 * Matches words longer than nearly every ordinary word, which get break opportunities. Hyphens already allow a break.
 */
const longWords = /([^\s-]{15,})/
const atSigns = /(?<=[,/])(?=.)|(?<=.)(?=[@._].)/
