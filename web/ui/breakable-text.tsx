import { Fragment } from 'react'

/**
 * A text that takes no more room than it is given: its long words break, an address at its signs where that is
 * enough, while ordinary words stay whole. In a table, where `break-words` does not keep a column narrow.
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

/** Longer than nearly every word people write. A hyphen is a place to break already. */
const longWords = /([^\s-]{15,})/
const atSigns = /(?<=[,/])|(?<=.)(?=[@._])/
