import { useId } from 'react'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import type { Agency } from './agency.ts'
import { EditAgencyForm } from './edit-agency-form.tsx'

const CARD = 'only-agency'

/** The form of the only agency, which is always open, since there is no other to choose. */
export function OnlyAgencyCard({ agency }: { agency: Agency }) {
  const titleId = useId()
  return (
    <Card id={CARD} aria-labelledby={titleId}>
      <CardHeader>
        <CardTitle id={titleId}>Edit Agency</CardTitle>
      </CardHeader>
      <CardContent>
        <EditAgencyForm agency={agency} />
      </CardContent>
    </Card>
  )
}

/** Moves the focus into the open form of the only agency, and returns whether there is one. */
export function focusOnlyAgency(): boolean {
  const first = document.querySelector<HTMLElement>(`#${CARD} input`)
  first?.focus()
  return first !== null
}
