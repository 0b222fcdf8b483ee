import type { SkippedFile } from './choose-files.ts'

/**
 * Lists the files that are not attached, and why. It is a quiet note: a person who drops a whole folder means the usable
 * files.
 */
export function SkippedFiles({ leftOut }: { leftOut: readonly SkippedFile[] }) {
  const named = (because: SkippedFile['because']) =>
    leftOut.flatMap((file) => (file.because === because ? [file.name] : [])).join(', ')
  const [others, empty] = [named('of its type'), named('it is empty')]
  return (
    <div role="status" className="grid gap-1 text-ink-soft text-sm empty:hidden">
      {others && (
        <p className="wrap-anywhere">Not attached: {others}. Only JPEG, PNG, WebP, PDF, DOCX and CSV files can be.</p>
      )}
      {empty && <p className="wrap-anywhere">Not attached because empty: {empty}.</p>}
    </div>
  )
}
