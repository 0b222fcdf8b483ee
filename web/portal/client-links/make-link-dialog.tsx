import { zodResolver } from '@hookform/resolvers/zod'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { useWrite } from '../writes/use-write.ts'
import { lifetimes, linkAddress, linkForm, type NewLink, USUAL_DAYS } from './client-link.ts'
import { makeLink } from './link-mutations.ts'
import { linkToasts } from './link-toasts.ts'
import { MadeLink } from './made-link.tsx'

type Typed = z.input<typeof linkForm>

const empty: Typed = { name: '', days: USUAL_DAYS }

export function MakeLinkDialog({ client }: { client: { id: string; name: string } }) {
  const [isOpen, setOpen] = useState(false)
  const [token, setToken] = useState<string>()

  function open(next: boolean) {
    // The address is gone with the dialog, for good.
    if (next) setToken(undefined)
    setOpen(next)
  }

  return (
    <Dialog open={isOpen} onOpenChange={open}>
      <DialogTrigger asChild>
        <Button variant="outline">
          <Plus aria-hidden />
          Make Link
        </Button>
      </DialogTrigger>
      <DialogContent
        title={token === undefined ? 'Make Link' : 'Link Made'}
        description={
          token === undefined
            ? `Whoever has it sees what is Client Visible of ${client.name}, without an account.`
            : 'Copy it now: it is shown only this once.'
        }
      >
        {token === undefined ? (
          <LinkForm clientId={client.id} onMade={setToken} onCancel={() => open(false)} />
        ) : (
          <MadeLink address={linkAddress(token)} onDone={() => open(false)} />
        )}
      </DialogContent>
    </Dialog>
  )
}

type LinkFormProps = { clientId: string; onMade: (token: string) => void; onCancel: () => void }

function LinkForm({ clientId, onMade, onCancel }: LinkFormProps) {
  const form = useForm<Typed, unknown, NewLink>({ defaultValues: empty, resolver: zodResolver(linkForm) })
  const { register, handleSubmit, formState } = form
  const [make, isBusy] = useWrite(makeLink(clientId), { onSuccess: onMade })
  const { name } = formState.errors
  return (
    <form
      noValidate
      onSubmit={handleSubmit(
        (link) => make(link),
        ({ name }) => name?.type === 'too_small' && toast.error(linkToasts.missingName),
      )}
      className="grid gap-4"
    >
      <Field label="Name" hint="For your colleagues: who has it, like “Maria’s phone”." error={name?.message}>
        {(control) => <Input {...control} {...register('name')} required autoComplete="off" />}
      </Field>
      <Field label="Valid for">
        {(control) => (
          <Select {...control} {...register('days')}>
            {lifetimes.map(({ days, label }) => (
              <option key={days} value={days}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <DialogFooter className="pt-1">
        <Button variant="outline" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Making...' : 'Make Link'}
        </Button>
      </DialogFooter>
    </form>
  )
}
