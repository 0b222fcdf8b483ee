import type { LeftOut } from './choose.ts'

/** Which files are not attached, and why: quietly, since whoever drops a whole folder means those that can be. */
export function LeftOutFiles({ leftOut }: { leftOut: readonly LeftOut[] }) {
  const named = (because: LeftOut['because']) =>
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
