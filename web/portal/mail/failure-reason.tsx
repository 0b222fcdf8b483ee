import { useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { BreakableText } from '../../ui/breakable-text.tsx'
import { Button } from '../../ui/button.tsx'

/** The number of characters that fit into two lines of the table of mails. */
const SHORT = 80

/** The error message of a mail server, which may be half a page: its beginning, and the rest on request. */
export function FailureReason({ children }: { children: string }) {
  const [isWhole, setWhole] = useState(false)
  const isLong = children.length > SHORT
  return (
    <div className="text-sm">
      <p className={cn(isLong && !isWhole && 'line-clamp-1')}>
        <BreakableText>{children}</BreakableText>
      </p>
      {isLong && (
        <Button variant="link" size="inline" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show all'}
        </Button>
      )}
    </div>
  )
}
