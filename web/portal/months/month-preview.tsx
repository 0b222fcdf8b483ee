import { useQuery } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import type { MonthContent } from '../../for-clients/month-data.ts'
import { monthPage } from '../../for-clients/month-page.ts'
import { monthName } from '../../for-clients/month-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { clientPreviewQuery } from '../updates/client-preview-query.ts'
import { previewDocument } from '../updates/preview-document.ts'
import { PreviewFrame } from '../updates/preview-frame.tsx'
import { monthForm, type NewNumber, type TypedMonth } from './month-form.ts'
import { monthContentQuery } from './month-queries.ts'

const MONTH_MS = 30 * 86_400_000

type PreviewProps = { clientId: string; month: string }

/** Shows, before a month is saved, what the client will see, as wide as a phone. */
export function MonthPreviewButton(props: PreviewProps) {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="outline" className="sm:mr-auto">
          <Smartphone aria-hidden />
          Preview
        </Button>
      </DialogTrigger>
      <DialogContent title="Preview" description="What the client will see, on a phone." className="sm:max-w-[27.5rem]">
        <TypedPreview {...props} />
      </DialogContent>
    </Dialog>
  )
}

/** The month with what is typed in the surrounding form. Lines of numbers that cannot be read yet are left out. */
function TypedPreview(props: PreviewProps) {
  const { getValues } = useFormContext<TypedMonth>()
  const { words, what_next, numbers } = getValues()
  const readable = numbers.flatMap((line) => monthForm.shape.numbers.safeParse([line]).data ?? [])
  return (
    <MonthPreview
      {...props}
      numbers={readable}
      typed={{ words: words.trim() || null, what_next: what_next.trim() || null }}
    />
  )
}

type MonthPreviewProps = PreviewProps & {
  numbers?: readonly NewNumber[]
  typed?: Pick<MonthContent, 'words' | 'what_next'>
}

/** The page of a month as the client sees it. */
export function MonthPreview({ clientId, month, numbers, typed }: MonthPreviewProps) {
  const head = useQuery(clientPreviewQuery(clientId))
  const shown = useQuery(monthContentQuery(clientId, month, numbers))
  if (head.isError || shown.isError) {
    const retry = () => void Promise.all([head.refetch(), shown.refetch()])
    return <ErrorState title="The preview could not be made." onRetry={retry} />
  }
  if (head.data === undefined || shown.data === undefined) return <Skeleton className="h-[70dvh]" />
  const { name: client, agency } = head.data
  const expires_at = new Date(Date.now() + MONTH_MS).toISOString()
  const data = { client, agency, expires_at, months: [], content: { ...shown.data, ...typed } }
  return <PreviewFrame document={previewDocument(monthName(month), monthPage(data, { address: 'preview' }).text)} />
}
