import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { clientPeopleQuery } from '../client-people/client-people-query.ts'
import type { UpdatedClient } from './update.ts'

type Mailed = { recipient: string }

/** The address that a mail goes to. The people of the client who have one are offered, if there are several. */
export function RecipientField({ client, className }: { client: UpdatedClient; className?: string }) {
  const { setValue } = useFormContext<Mailed>()
  const chosen = useWatch<Mailed, 'recipient'>({ name: 'recipient' })
  const chosenAddress = chosen.trim().toLowerCase()
  const { data: others = [] } = useQuery(clientPeopleQuery(client.id))
  const people = [client, ...others].filter(({ email }) => email)

  return (
    <div className={cn('grid gap-2', className)}>
      <TextField name="recipient" label="Email" type="email" required />
      {people.length > 1 && (
        <fieldset aria-label="Send to" className="flex min-w-0 flex-wrap gap-2">
          {people.map(({ id, name, email }) => (
            <Button
              key={id}
              variant="outline"
              className="max-w-full"
              aria-pressed={chosenAddress === email?.toLowerCase()}
              onClick={() => setValue('recipient', email ?? '', { shouldDirty: true, shouldValidate: true })}
            >
              {chosenAddress === email?.toLowerCase() && <Check aria-hidden />}
              <span className="truncate">{name}</span>
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
